import type { Message } from '../../formats';
import { evaluate, evaluateReply, judge, message } from './support/grounding-twins';

const fact = 'The Harbor Tower was built in 1887 by Ann Lee. It has 62 floors and stands in Dover.';
const result = (response: string): Message =>
  message('tool', { type: 'tool_call_response', id: 'c', response });
const textsOf = ({ annotations }: { annotations: { text: string }[] }) => annotations.map(({ text }) => text);

describe('a reply without text', () => {
  const noText = { notJudgeable: 'no_text' };

  it.each([
    ['', 'empty'],
    [' \r\n\t\u00a0\u3000', 'white space'],
  ])('is not judged: %j (%s)', (reply) => {
    const verdict = judge({ messages: [message('user', fact), message('assistant', reply)] });

    expect(verdict).toMatchObject(noText);
  });

  it('is not judged if it has no parts at all', () => {
    const verdict = judge({ messages: [message('user', fact), message('assistant')] });

    expect(verdict).toMatchObject(noText);
  });

  it.each([
    ['\u200b\ufeff', 'invisible characters'],
    ['…', 'a dot'],
  ])('has nothing to find in %j (%s)', (reply) => {
    const { annotations } = evaluateReply(fact, reply);

    expect(annotations).toEqual([]);
  });
});

describe('a conversation', () => {
  it('of nothing but the reply is not judged: there is no evidence', () => {
    const verdict = judge({
      messages: [message('assistant', 'The Harbor Tower was built in 1889 by Bob Stone.')],
    });

    expect(verdict).toMatchObject({ notJudgeable: 'no_evidence' });
  });

  it('of nothing at all is not judged', () => {
    expect(judge({ messages: [] })).toMatchObject({ notJudgeable: 'no_text' });
  });

  it('of 2,000 messages is judged by what the first of them says', () => {
    const chat = Array.from({ length: 1_998 }, (_, index) =>
      message(index % 2 === 0 ? 'user' : 'assistant', `Go on, please, with part ${index}.`),
    );

    const judged = (reply: string) =>
      evaluate({ messages: [message('system', fact), ...chat, message('assistant', reply)] });

    expect(textsOf(judged('The Harbor Tower was built in 1887 by Ann Lee.'))).toEqual([]);
    expect(textsOf(judged('The Harbor Tower was built in 4321 by Ann Lee.')).join()).toContain('4321');
  });
});

describe('evidence', () => {
  const call: Message = message('assistant', { type: 'tool_call', id: 'c', name: 'lookup', arguments: '{}' });
  const question = message('user', 'How many floors does the Harbor Tower have, and who built it?');
  const statement = 'The Harbor Tower has 62 floors and was built by Ann Lee.';
  const wrong = 'The Harbor Tower has 97 floors and was built by Ann Lee.';

  it.each([
    ['text', 'The Harbor Tower has 62 floors. Ann Lee built it.'],
    ['JSON', '{"building":"Harbor Tower","floors":62,"built_by":"Ann Lee"}'],
    [
      'nested JSON',
      '{"rows":[{"name":"Harbor Tower","facts":{"floors":"62","builder":{"name":"Ann Lee"}}}]}',
    ],
  ])('may be the result of a tool: %s', (_form, response) => {
    const judged = (reply: string) =>
      evaluate({ messages: [question, call, result(response), message('assistant', reply)] });

    expect(textsOf(judged(statement))).toEqual([]);
    expect(textsOf(judged(wrong)).join()).toContain('97');
  });

  it('may be spread over messages', () => {
    const messages = [
      message('system', 'The Harbor Tower has 62 floors.'),
      question,
      call,
      result('{"built_by":"Ann Lee"}'),
    ];

    expect(textsOf(evaluate({ messages: [...messages, message('assistant', statement)] }))).toEqual([]);
    expect(textsOf(evaluate({ messages: [...messages, message('assistant', wrong)] })).join()).toContain(
      '97',
    );
  });
});

describe('a refusal', () => {
  it.each([
    "I'm sorry, but I can't help with that.",
    'I cannot answer this question.',
    'Unable to answer based on given passages.',
    'The passages do not say who owns the tower today.',
  ])('is right where the evidence does not have the answer: %s', (reply) => {
    const { annotations } = evaluateReply(
      `${fact}\n\nWho owns the cable car to the castle on the hill?`,
      reply,
    );

    expect(annotations).toEqual([]);
  });
});
