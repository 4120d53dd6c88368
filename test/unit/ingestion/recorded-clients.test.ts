import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  adoptSessions,
  type CallEvent,
  type GenAiSpan,
  rawLogRecords,
  rawSpans,
} from '../../../packages/formats';
import { groupSpans } from '../../../src/ingestion/group-spans';
import { readEvents, readSpans } from '../../../src/ingestion/read-export';
import { groupBy } from '../../../src/platform/group-by';
import { packageRoot } from '../../../src/platform/package-root';
import { clients } from '../../clients/clients';
import { comparable, expectedMessages, expectedUsage } from '../../clients/expected-conversation';
import type { RecordedExport } from '../../clients/recorder';
import { firstOf } from '../../support/first-of';
import { assemble } from '../../support/spans';

// `RECORD_CLIENTS=1 npm run test:clients` records them.
const folder = join(packageRoot, 'test/fixtures/traces');

async function readAll(exports: RecordedExport[]): Promise<{ spans: GenAiSpan[]; events: CallEvent[] }> {
  const spans: GenAiSpan[] = [];
  const events: CallEvent[] = [];
  for (const { path, body } of exports) {
    if (path.endsWith('/logs')) events.push(...(await readEvents(rawLogRecords(body))).items);
    else spans.push(...(await readSpans(rawSpans(body))).items);
  }
  return { spans: adoptSessions(spans), events };
}

/** The spans of each conversation, by its key. */
function conversationsOf(spans: GenAiSpan[]): Map<string, GenAiSpan[]> {
  const keyed = [...groupBy(spans, ({ traceId }) => traceId)].flatMap(([traceId, ofTrace]) => {
    const groups = groupSpans(
      traceId,
      ofTrace.map((span) => ({ ...span, id: span.spanId, isEvent: false, continuedKey: null })),
    );
    return ofTrace.map((span) => ({ key: groups.get(span.spanId)?.key ?? '', span }));
  });
  const entries = [...groupBy(keyed, ({ key }) => key)];
  return new Map(entries.map(([key, members]) => [key, members.map(({ span }) => span)]));
}

describe('a recorded export', () => {
  it.each(readdirSync(folder))('of %s is the conversation that was held', async (file) => {
    const { spans, events } = await readAll(JSON.parse(readFileSync(join(folder, file), 'utf8')));

    const assembled = [...conversationsOf(spans)]
      .map(([key, members]) => ({ key, ...assemble(members, events) }))
      // Spans without messages wait for theirs.
      .filter(({ messages }) => messages.length > 0);

    expect(assembled.map(({ key }) => key)).toEqual(['session-1']);
    const { messages, tags } = firstOf(assembled);
    const client = clients.find(({ name }) => `${name}.json` === file);
    expect(comparable(messages)).toEqual(expectedMessages(client?.changes));
    expect(tags).toEqual({});
    const total = (count: 'inputTokens' | 'outputTokens') => {
      const known = messages.flatMap(({ generation }) => generation?.[count] ?? []);
      return known.length === 0 ? null : known.reduce((sum, tokens) => sum + tokens, 0);
    };
    const usage = { input: total('inputTokens'), output: total('outputTokens') };
    expect(usage).toEqual(expectedUsage(client?.changes));
  });
});
