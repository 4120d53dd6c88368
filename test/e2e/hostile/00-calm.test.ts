import { expectFigures, MAX_GAP_MS } from './support/figures';
import { HealthWatch } from './support/health-watch';
import { watchGrowth } from './support/process-memory';
import { ServiceUnderAttack } from './support/service-under-attack';

let service: ServiceUnderAttack;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
});

afterAll(() => service.stop());

it('responds without a gap while a tenant does nothing unusual', async () => {
  const readGrowthMb = watchGrowth(service.stack.pids.api);
  const watch = await HealthWatch.start(service.url);
  const tenant = await service.createTenant('calm');
  const messages = [
    { role: 'user', content: 'When did the library open?' },
    { role: 'assistant', content: 'It opened in 1887.' },
  ];
  for (let request = 0; request < 20; request += 1) {
    const { status } = await service.send(tenant, 'POST', '/v1/detect-hallucinations', {
      body: { messages },
    });
    expect(status).toBe(200);
  }
  const { maxGapMs, responses } = await watch.stop();

  expectFigures('0', [
    { name: 'longest gap of /healthz without an attack', measured: maxGapMs, unit: 'ms', max: MAX_GAP_MS },
    { name: 'responses of /healthz', measured: responses, min: 5 },
    {
      name: 'growth of the api without an attack',
      measured: readGrowthMb(),
      unit: 'MB',
      max: 200,
    },
  ]);
});
