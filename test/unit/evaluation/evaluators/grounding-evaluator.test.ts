import { defaultLabels } from '../../../../packages/detector';
import type { Message } from '../../../../packages/formats';
import { createGroundingEvaluator } from '../../../../src/evaluation/evaluators/grounding-evaluator';

const makeMessage = (role: Message['role'], content: string): Message => ({
  role,
  name: null,
  parts: [{ type: 'text', content }],
});
const evaluate = (evidence: string, reply: string, signal = new AbortController().signal) =>
  createGroundingEvaluator().evaluate(
    {
      messages: [makeMessage('user', evidence), makeMessage('assistant', reply)],
      tools: [],
      issueConfig: { labels: [...defaultLabels], domainContext: null },
    },
    { signal },
  );
const fact = 'The Harbor Tower was built in 1887.';

describe('createGroundingEvaluator', () => {
  it('completes with annotations, a score and free usage', async () => {
    expect(await evaluate(fact, 'It was built in 1889.')).toMatchObject({
      status: 'completed',
      unanchored: 0,
      annotations: [{ text: expect.stringContaining('1889'), label: 'fabrication' }],
      score: expect.any(Number),
      usage: { costCents: 0, inputTokens: expect.any(Number) },
      coverage: { windows: 1, evidenceExamined: fact.length, evidenceTotal: fact.length, limits: [] },
    });
  });

  it('examines no evidence of a reply that is not judgeable', async () => {
    expect(await evaluate('When was Lima founded?', 'In 1535.')).toMatchObject({
      status: 'not_judgeable',
      reason: 'no_evidence',
      coverage: { windows: 0, evidenceExamined: 0, limits: [expect.stringMatching(/states nothing/)] },
    });
  });

  it('examines the evidence of a reply in another language that it cannot judge', async () => {
    const german = 'Der Turm am Hafen ist aus Ziegeln und hat keine Treppe.';

    expect(await evaluate(german, 'Die Besucher kommen mit dem Aufzug nach oben.')).toMatchObject({
      status: 'not_judgeable',
      reason: 'language',
      coverage: { windows: 1, evidenceExamined: german.length, limits: [expect.stringMatching(/in German/)] },
    });
  });

  it('throws the reason of an abort', async () => {
    const reason = new Error('gone');

    await expect(evaluate(fact, fact, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
