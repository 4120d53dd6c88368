import { defaultIssueConfig, judgeLine } from '../../../../src/cli/detect/judge-line';
import { createGroundingEvaluator } from '../../../../src/evaluation/evaluators/grounding-evaluator';

const messages = [
  { role: 'user', content: 'The tower was built in 1887. When was it built?' },
  { role: 'assistant', content: 'The tower was built in 188' },
];

it.each([
  ['length', []],
  ['stop', [{ text: '188' }]],
])('reads from generation_info that a reply ended by %s', async (finish_reason, annotations) => {
  const bytes = Buffer.from(JSON.stringify({ messages, generation_info: { finish_reason } }));

  const line = await judgeLine(
    createGroundingEvaluator(),
    defaultIssueConfig,
    { number: 1, bytes },
    new AbortController().signal,
  );

  expect(line).toMatchObject({ verdict: { annotations } });
});
