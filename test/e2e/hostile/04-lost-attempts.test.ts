import { makeConversation } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { atScale, expectFigures } from './support/figures';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

let service: ServiceUnderAttack;
let tenant: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('loses workers');
});

afterAll(() => service.stop());

it('counts what a worker spent that was killed during its calls, once, and against the limit', async () => {
  // The default concurrency of a provider.
  const items = atScale(2, 16);
  const conversationIds: string[] = [];
  // About 20,000 tokens of input at 2.5 dollars a million: 5 cents a call.
  const content = 'When did the library open? '.repeat(3300);
  for (let count = 0; count < items; count += 1) {
    const messages = [
      { role: 'user', content },
      { role: 'assistant', content: 'In 1887.' },
    ];
    const { body } = await service.send(tenant, 'POST', '/v1/conversations', {
      body: makeConversation({ messages }),
    });
    conversationIds.push(body.id);
  }
  service.models.on('gpt-4o', { kind: 'never' });
  const created = await service.send(tenant, 'POST', '/v1/experiments', {
    body: { name: 'lost', model: 'gpt-4o', conversation_ids: conversationIds, concurrency: items },
  });
  const read = () => service.send(tenant, 'GET', `/v1/experiments/${created.body.id}`);
  const calls = () => service.models.requestsFor('gpt-4o').length;
  await eventually(async () => calls() === items);

  const underWay = (await read()).body.cost_cents ?? Number.NaN;
  service.models.on('gpt-4o', {
    kind: 'text',
    text: 'In 1887.',
    usage: { prompt_tokens: 20_000, completion_tokens: 0 },
  });
  process.kill(service.stack.pids.worker, 'SIGKILL');
  const ended = await eventually(async () => {
    const { body } = await read();
    return body.completed_at !== null && body;
  });

  const estimate = underWay / items;
  const repeated = calls() - items;
  expect(ended.status_summary.completed).toBe(items);
  expectFigures('4', [
    {
      name: 'estimated price of a call that was lost with its worker',
      measured: estimate,
      unit: 'cents',
      min: 4,
      max: 6,
    },
    {
      name: 'difference of cost_cents from every call at its price, the lost ones at their estimates',
      measured: Math.abs((ended.cost_cents ?? Number.NaN) - underWay - repeated * 5),
      unit: 'cents',
      max: 0.001,
    },
  ]);
});
