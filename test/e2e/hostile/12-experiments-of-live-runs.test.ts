import type { ApiResponse } from '../../support/api';
import { makeConversation } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { atScale, expectFigures } from './support/figures';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

let service: ServiceUnderAttack;
let tenant: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('optimizer');
  // 50,000 tokens at 2.5 dollars a million: a reply of gpt-4o costs 12.5 cents.
  const usage = { prompt_tokens: 50_000, completion_tokens: 0 };
  service.models.otherwise(({ body }) =>
    JSON.stringify(body.messages).includes('refused')
      ? { kind: 'status', status: 400 }
      : { kind: 'text', text: 'It opened in 1889.', usage },
  );
});

afterAll(() => service.stop());

const post = <const Path extends string>(path: Path, body?: unknown) =>
  service.send(tenant, 'POST', path, body === undefined ? {} : { body });
const typeOf = ({ body }: ApiResponse): string => body?.detail?.[0]?.type ?? '';

async function importOne(text: string): Promise<string> {
  const messages = [
    { role: 'user', content: `The guide says that the bridge opened in 1889. When did it open? ${text}` },
    { role: 'assistant', content: 'It opened in 1887.' },
  ];
  return (await post('/v1/conversations', makeConversation({ messages }))).body.id;
}

it('keeps the experiments of a live run, and retries of them inside its budget', async () => {
  const conversationIds = [await importOne('fine'), await importOne('refused')];
  const created = await post('/v1/optimization-runs', {
    name: 'under attack',
    model: 'gpt-4o',
    conversation_ids: conversationIds,
    objective: { metric: 'issue_rate', direction: 'minimize' },
    max_cost_cents: 30,
  });
  const run = `/v1/optimization-runs/${created.body.id}` as const;
  const claimed = await post('/v1/optimization-runs/claim', { runner_id: 'r', wait_seconds: 30 });
  const leaseId = claimed.body.lease.lease_id;
  const lease = { lease_id: leaseId, agent_turns: 1 };

  // While the candidate is measured, and until the run has ended, every operation is tried on both
  // experiments.
  const rounds = atScale(20, 200);
  const proposed = await post(`${run}/candidates`, {
    lease_id: leaseId,
    candidate_key: 'a',
    system_prompt: 'Answer.',
  });
  const responses: ApiResponse[] = [];
  let candidate: { status: string; experiment_id: string | null } | undefined;
  for (let round = 0; round < rounds || candidate?.status !== 'measured'; round += 1) {
    const { items } = (await service.send(tenant, 'GET', `${run}/candidates`)).body;
    candidate = items.find(({ id }) => id === proposed.body.id);
    const ids = [claimed.body.run.baseline_experiment_id, candidate?.experiment_id].filter(
      (id) => id != null,
    );
    responses.push(
      ...(await Promise.all(
        ids.flatMap((id) => [
          post(`/v1/experiments/${id}/retry`),
          service.send(tenant, 'DELETE', `/v1/experiments/${id}`),
        ]),
      )),
    );
  }
  const completion = await post(`${run}/complete`, {
    ...lease,
    best_candidate_id: proposed.body.id,
    summary: '',
  });

  // The run has ended with 25 of its 30 cents spent. The rejected conversation is retried, immediately and
  // twice.
  service.models.otherwise({
    kind: 'text',
    text: 'In 1889.',
    usage: { prompt_tokens: 50_000, completion_tokens: 0 },
  });
  const baseline = `/v1/experiments/${claimed.body.run.baseline_experiment_id}` as const;
  const measured = `/v1/experiments/${candidate?.experiment_id}` as const;
  const retries = await Promise.all([post(`${baseline}/retry`), post(`${measured}/retry`)]);
  await eventually(async () => {
    const ends = await Promise.all([baseline, measured].map((path) => service.send(tenant, 'GET', path)));
    return ends.every(({ body }) => body.completed_at !== null);
  });
  const spent = (await service.send(tenant, 'GET', run)).body.cost_cents ?? Number.NaN;
  const late = await Promise.all([post(`${baseline}/retry`), post(`${measured}/retry`)]);

  expectFigures('12', [
    {
      name: 'retries and deletions of experiments of a live run that were not refused',
      measured: responses.filter((one) => typeOf(one) !== 'experiment_in_use').length,
      unit: `of ${responses.length}`,
      max: 0,
    },
    {
      name: 'runs that could not decide on their candidate',
      measured:
        completion.body.decision?.reason === 'not_better' ||
        completion.body.decision?.reason === 'coverage_too_low'
          ? 0
          : 1,
      max: 0,
    },
    {
      name: 'simultaneous retries within the last 5 cents of a run that were begun',
      measured: retries.filter(({ status }) => status === 200).length,
      unit: 'of 2',
      max: 1,
      min: 1,
    },
    { name: 'cost of a run with 30 cents, retries included', measured: spent, unit: 'cents', max: 37.5 },
    {
      name: 'retries begun once the budget was spent',
      measured: late.filter(({ status }) => status === 200).length,
      max: 0,
    },
  ]);
});
