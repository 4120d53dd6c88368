import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { chatAttributes, exportOfScope, jsonSpan } from '../../support/otlp-spans';
import { atScale, expectFigures, MAX_GAP_MS } from './support/figures';
import { measureLoad } from './support/measure-load';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const START_MS = Date.UTC(2026, 2, 1);
/** Calls of one session with equal histories. */
const CALLS = atScale(900, 1900);
const HISTORY = 200;
const SPANS = atScale(700, 1500);
const TRACES = atScale(2000, 8000);

let service: ServiceUnderAttack;
let tenant: Tenant;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
  tenant = await service.createTenant('importing');
});

afterAll(() => service.stop());

const importOf = (format: string, lines: readonly unknown[]) =>
  measureLoad(service, () =>
    service.send(tenant, 'POST', `/v1/conversations?format=${format}`, {
      body: gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')),
      type: 'application/x-ndjson',
      headers: { 'content-encoding': 'gzip' },
    }),
  );

const figures = (name: string, { cpuS, maxGapMs }: { cpuS: number; maxGapMs: number }, maxCpuS: number) => [
  { name: `longest gap of /healthz: ${name}`, measured: maxGapMs, unit: 'ms', max: MAX_GAP_MS },
  { name: `processor time of the api: ${name}`, measured: cpuS, unit: 's', max: maxCpuS },
];

const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

const observation = (index: number, fields: object) => ({
  id: `o${index}`,
  type: 'GENERATION',
  startTime: new Date(START_MS).toISOString(),
  endTime: new Date(START_MS + 1000).toISOString(),
  output: 'x',
  ...fields,
});

it('matches calls and results of a line in proportion to its length', async () => {
  const calls = { role: 'assistant', tool_calls: times(74_000, () => ({})) };
  const result = { role: 'tool', name: 'b' };

  const line = await importOf('hf-chat', [{ messages: [calls, ...times(25_000, () => result)] }]);

  expect(line.result).toMatchObject({ status: 201, body: { failed: 1 } });
  expectFigures('19', figures('a line with 74,000 calls and 25,000 results', line, 1.5));
});

it('assembles concurrent calls with equal histories in slices', async () => {
  const history = times(HISTORY, (index) => ({ role: 'user', content: `Message ${index}` }));
  const imported = await importOf(
    'langfuse',
    times(CALLS, (index) =>
      observation(index, {
        traceId: `t${index}`,
        sessionId: 'one',
        input: [...history, { role: 'user', content: `Last ${index}` }],
      }),
    ),
  );
  expect(imported.result).toMatchObject({ status: 201, body: { imported: 1, failed: 0 } });

  const equal = times(100, (index): [string, string] => ['user', `Message ${index}`]);
  const spans = times(50, (scope) =>
    exportOfScope(
      { name: `library ${scope}` },
      ...times(SPANS / 50, (index) => {
        const number = (scope * 1000 + index + 1).toString(16);
        const ids = { traceId: number.padStart(32, '0'), spanId: number.padStart(16, '0') };
        const attributes = { ...chatAttributes(equal, 'x'), 'gen_ai.conversation.id': 'concurrent' };
        return jsonSpan({ ...ids, startMs: START_MS }, attributes);
      }),
    ),
  );
  const exported = await measureLoad(service, () =>
    service.send(tenant, 'POST', '/v1/traces', {
      body: { resourceSpans: spans.flatMap(({ resourceSpans }) => resourceSpans) },
    }),
  );
  expect(exported.result).toMatchObject({ status: 200 });

  expectFigures('19', [
    ...figures(`importing ${CALLS} concurrent calls of one session`, imported, atScale(6, 8)),
    ...figures(`exporting ${SPANS} concurrent calls of one session`, exported, atScale(6, 10)),
  ]);
});

it('assembles the conversations of a large import one after the other', async () => {
  const noise = () => randomBytes(30).toString('base64');
  const text = 'a'.repeat(1100);

  const imported = await importOf(
    'langfuse',
    times(TRACES, (index) => observation(index, { traceId: `c${index}`, input: noise() + text })),
  );

  expect(imported.result).toMatchObject({ status: 201, body: { imported: TRACES, failed: 0 } });
  expectFigures('19', figures(`importing ${TRACES} traces`, imported, atScale(8, 20)));
});
