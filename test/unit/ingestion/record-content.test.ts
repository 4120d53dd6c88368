import type { GenAiSpan } from '../../../packages/formats';
import { ContentReader, packContent, type SharedText, textsOf } from '../../../src/ingestion/record-content';
import { makeCall } from '../../support/spans';

const LONG = 'The boats leave at nine, at noon and at four. '.repeat(10);
const tool = { name: 'boats', description: LONG, parameters: { type: 'object', $defs: {} } };

/** The call after some turns, with the whole history. */
function callAfter(turns: number): GenAiSpan {
  const history = Array.from({ length: turns }, (_, turn) => [
    `user: ${turn} ${LONG}`,
    `assistant: ${turn} ${LONG}`,
  ]);
  const span = makeCall(
    { startMicros: turns + 1 },
    [...history.flat(), `user: ${turns} ${LONG}`],
    ['assistant: a'],
  );
  return { ...span, call: span.call && { ...span.call, tools: [tool] } };
}

describe('the content of a call with a long history', () => {
  it.each([8, 16, 40])('has its messages in separate texts, and reads the same, after %i turns', (turns) => {
    const span = callAfter(turns);

    const { content, bytes, texts } = packContent(span);

    expect(bytes).toBe(Buffer.byteLength(content) + 16 * (span.call?.inputs.length ?? 0));
    expect(bytes).toBeLessThan(2000);
    expect(new ContentReader(texts).readSpan(content)).toEqual(span);
    expect(textsOf([content], texts)).toEqual(texts);
  });

  it('adds only what was said since the call before', () => {
    const texts = new Map<string, SharedText>();
    const added = Array.from({ length: 60 }, (_, turns) => {
      const before = texts.size;
      for (const [digest, text] of packContent(callAfter(turns)).texts) texts.set(digest, text);
      return texts.size - before;
    });

    // Two messages, and one block for every eight turns.
    expect(Math.max(...added.slice(20))).toBeLessThanOrEqual(3);
  });

  it('is not read when one of its texts has expired', () => {
    const { content, texts } = packContent(callAfter(40));

    for (const expired of texts.keys()) {
      const rest = new Map([...texts].filter(([digest]) => digest !== expired));
      expect(new ContentReader(rest).readSpan(content)).toBeNull();
    }
  });
});

it('shares nothing of a short call, and reads records of versions that shared nothing', () => {
  const span = makeCall({ startMicros: 1 }, ['user: hi'], ['assistant: hello']);

  expect(packContent(span)).toMatchObject({ content: JSON.stringify(span), texts: new Map() });
  const older = callAfter(40);
  expect(new ContentReader(new Map()).readSpan(JSON.stringify(older))).toEqual(older);
});
