import { randomUUID } from 'node:crypto';
import type { ApiResponse } from '../../support/api';
import { makeConversation } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { atScale, expectFigures } from './support/figures';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

let service: ServiceUnderAttack;
let tenant: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('spender');
  service.models.otherwise({ kind: 'text', text: 'In 1887.' });
});

afterAll(() => service.stop());

const post = <const Path extends string>(path: Path, body: unknown) =>
  service.send(tenant, 'POST', path, { body });

/** Where a request was refused, e.g. `body.max_cost_cents model_price_unknown`; its status otherwise. */
function refusal({ status, body }: ApiResponse): string {
  const [problem] = body?.detail ?? [];
  return status === 422 ? `${problem.loc.join('.')} ${problem.type}` : String(status);
}

/** Settings that make a provider charge more for a token, or for something else than tokens. */
const expensiveSettings = [
  'model',
  'models',
  'service_tier',
  'Service_Tier',
  'speed',
  'n',
  'best_of',
  'tools',
  'plugins',
  'web_search_options',
  'provider',
  'route',
  'audio',
  'modalities',
  'prediction',
  'extra_body',
  'stream',
];

it('keeps cost limits: nothing without a price passes one, no setting changes a price', async () => {
  const conversationIds: string[] = [];
  for (let count = 0; count < atScale(2, 20); count += 1) {
    conversationIds.push((await post('/v1/conversations', makeConversation())).body.id);
  }
  const judge = await post('/v1/evaluators', {
    name: 'unpriced judge',
    kind: 'llm_judge',
    config: { model: 'unpriced' },
  });
  const experiment = { name: 'x', model: 'gpt-4o', conversation_ids: conversationIds };
  const run = {
    ...experiment,
    objective: { metric: 'issue_rate', direction: 'minimize' },
    max_cost_cents: 1000,
  };
  const limited = await Promise.all([
    post('/v1/experiments', { ...experiment, model: 'unpriced', max_cost_cents: 1 }),
    post('/v1/experiments', { ...experiment, evaluator_id: judge.body.id, max_cost_cents: 1 }),
    post('/v1/experiments', {
      ...experiment,
      pass_through: true,
      evaluator_id: judge.body.id,
      max_cost_cents: 1,
    }),
    post('/v1/optimization-runs', { ...run, model: 'unpriced' }),
    post('/v1/optimization-runs', { ...run, evaluator_id: judge.body.id }),
  ]);
  const settings = await Promise.all(
    expensiveSettings.map((key) =>
      post('/v1/experiments', { ...experiment, reasoning_config: { effort: 'low', [key]: 'priority' } }),
    ),
  );

  await post('/v1/optimization-runs', run);
  const claimed = await post('/v1/optimization-runs/claim', { runner_id: 'r', wait_seconds: 30 });
  const candidates = `/v1/optimization-runs/${claimed.body.run.id}/candidates` as const;
  const propose = (model: string) =>
    post(candidates, { lease_id: claimed.body.lease.lease_id, candidate_key: randomUUID(), model });
  const candidate = await propose('unpriced');
  const priced = await propose('gpt-4o-mini');
  await eventually(async () => service.models.requestsFor('gpt-4o-mini').length > 0);

  expect(priced.status).toBe(201);
  expectFigures('13', [
    {
      name: 'limited experiments and runs with a model or judge of unknown price that were accepted',
      measured: limited.filter((one) => refusal(one) !== 'body.max_cost_cents model_price_unknown').length,
      unit: `of ${limited.length}`,
      max: 0,
    },
    {
      name: 'candidates of unknown price accepted by a limited run',
      measured: refusal(candidate) === 'body.model model_price_unknown' ? 0 : 1,
      max: 0,
    },
    {
      name: 'settings accepted in reasoning_config that can raise what a call costs',
      measured: settings.filter((one, index) => {
        return refusal(one) !== `body.reasoning_config.${expensiveSettings[index]} value_error`;
      }).length,
      unit: `of ${settings.length}`,
      max: 0,
    },
    {
      name: 'model calls without a price',
      measured: service.models.requestsFor('unpriced').length,
      unit: 'calls',
      max: 0,
    },
  ]);
});
