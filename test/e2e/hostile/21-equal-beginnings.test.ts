import { eventually } from '../../support/eventually';
import { chatAttributes, exportOf, jsonSpan } from '../../support/otlp-spans';
import { atScale, expectFigures, MAX_GAP_MS } from './support/figures';
import { measureLoad } from './support/measure-load';
import { ServiceUnderAttack, type Tenant } from './support/service-under-attack';

const CHATS = atScale(150, 750);
const START_MS = Date.UTC(2026, 2, 1);
const OPENING: [string, string][] = [['user', 'hi']];
const SECOND: [string, string][] = [...OPENING, ['assistant', 'hello'], ['user', 'more']];

let service: ServiceUnderAttack;

beforeAll(async () => {
  // With a MongoDB that serves nothing else.
  service = await ServiceUnderAttack.startWithEngines();
});

afterAll(() => service.stop());

/** Exports of the first and of the second turns of chats that have no session. */
function turnsOf(name: (chat: number) => string) {
  const say = (lines: [string, string][], chat: number) =>
    lines.map(([role, text], index): [string, string] => [role, index === 0 ? `${text}${name(chat)}` : text]);
  const span = (chat: number, turn: number, lines: [string, string][], reply: string) =>
    jsonSpan(
      {
        traceId: (chat * 2 + turn + 1).toString(16).padStart(32, '0'),
        spanId: (chat * 2 + turn + 1).toString(16).padStart(16, '0'),
        startMs: START_MS + turn * 600_000 + chat * 1000,
      },
      chatAttributes(say(lines, chat), reply),
    );
  const chats = Array.from({ length: CHATS }, (_, chat) => chat);
  return {
    first: exportOf(...chats.map((chat) => span(chat, 0, OPENING, 'hello'))),
    second: exportOf(...chats.map((chat) => span(chat, 1, SECOND, 'again'))),
  };
}

type Exports = ReturnType<typeof turnsOf>;

/** Each chat is joined after it is stored. */
const secondTurnsFirst = ({ first, second }: Exports) => [second, first];
const allInOne = ({ first, second }: Exports) => [
  { resourceSpans: [...first.resourceSpans, ...second.resourceSpans] },
];

async function send(tenant: Tenant, name: (chat: number) => string, order: (exports: Exports) => object[]) {
  const bodies = order(turnsOf(name));
  const sendAll = async () => {
    const startedAt = performance.now();
    for (const body of bodies) {
      const { status } = await service.send(tenant, 'POST', '/v1/traces', { body });
      expect(status).toBe(200);
    }
    return performance.now() - startedAt;
  };
  const { result: elapsedMs, ...load } = await measureLoad(service, sendAll, ['api', 'mongod']);
  return { ...load, elapsedMs };
}

const countOf = async (tenant: Tenant) => {
  const { body } = await service.send(tenant, 'GET', '/v1/conversations/ids');
  return body.conversation_ids.length;
};

it.each([
  ['in one body', allInOne],
  ['later turns first', secondTurnsFirst],
])('joins chats that begin equally at about the cost of others: %s', async (order, exportsOf) => {
  const different = await service.createTenant('different');
  const equal = await service.createTenant('equal');

  const ofDifferent = await send(different, (chat) => ` ${chat}`, exportsOf);
  const ofEqual = await send(equal, () => '', exportsOf);

  // What exceeds the budget of an export is joined by the worker.
  await eventually(async () => (await countOf(different)) === CHATS);
  await eventually(async () => (await countOf(equal)) === CHATS);
  expectFigures('21', [
    {
      name: `processor time for ${CHATS} chats that begin equally ÷ that of others: ${order}`,
      measured: ofEqual.cpuS / ofDifferent.cpuS,
      max: 3,
    },
    {
      name: `${CHATS} chats that begin equally: time of the response: ${order}`,
      measured: ofEqual.elapsedMs,
      unit: 'ms',
      max: 30_000,
    },
    {
      name: `${CHATS} chats that begin equally: longest gap of /healthz: ${order}`,
      measured: ofEqual.maxGapMs,
      unit: 'ms',
      max: MAX_GAP_MS,
    },
  ]);
});
