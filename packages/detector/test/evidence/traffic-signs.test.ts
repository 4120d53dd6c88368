import type { Message } from '../../../formats';
import { TrafficSigns } from '../../evidence/traffic-signs';
import { makeMessage } from '../conversations';

const REPLY = 'The ferry leaves at nine.';

function recognize(messages: readonly Message[], reply = REPLY): string {
  const signs = new TrafficSigns();
  for (const message of messages) signs.add(message);
  return signs.recognize(reply.length);
}

const chat = makeMessage('system', 'Chat with the guest. You know that the ferry to Kell leaves at nine.');
const turn = makeMessage('user', 'I have never been on a boat in my life.');
const long = 'The harbor was dredged, and then it silted up. '.repeat(120);

it.each([
  ['a persona', [makeMessage('system', 'You are a cheerful companion of lonely sailors.'), turn]],
  ['an instruction to talk', [makeMessage('developer', 'Talk about lighthouses.'), turn]],
])('recognizes a short chat by %s', (_, messages) => {
  expect(recognize(messages)).toBe('short_chat');
});

it('recognizes a short chat beside a long policy', () => {
  const policy = 'You must ask for the number of the booking before you change a seat. '.repeat(80);
  const signs = new TrafficSigns();
  signs.add(makeMessage('system', policy));
  signs.leaveOut({ start: 0, end: policy.length });
  for (const message of [chat, turn]) signs.add(message);

  expect(signs.recognize(REPLY.length)).toBe('short_chat');
});

it.each([
  ['long evidence', [chat, makeMessage('user', long)]],
  [
    'named sources',
    [chat, makeMessage('user', 'Use only the following passages.\n\nThe ferry leaves at nine.')],
  ],
  ['a labeled passage', [chat, makeMessage('system', 'Passage 1:\nThe ferry leaves at nine.'), turn]],
])('recognizes retrieval by %s', (_, messages) => {
  expect(recognize(messages)).toBe('rag');
});

it('recognizes an assistant by a short conversation without an instruction to chat', () => {
  expect(recognize([makeMessage('system', 'The ferry leaves at nine.'), turn])).toBe('agent');
});

it('recognizes retrieval by a long reply', () => {
  expect(recognize([chat, turn], REPLY.repeat(20))).toBe('rag');
});

it.each([
  ['before a text', `Summarize this report:\n\n${long}`],
  ['after a text', `${long}\n\nGive me a two-line summary of that.`],
])('recognizes a request to summarize %s', (_, request) => {
  expect(recognize([makeMessage('user', request)])).toBe('summaries');
});

it('recognizes a summarizer by its instructions', () => {
  expect(recognize([makeMessage('system', 'You condense tickets.'), makeMessage('user', long)])).toBe(
    'summaries',
  );
});

it('forgets a request to summarize that another message follows', () => {
  const request = makeMessage('user', `Summarize this report:\n\n${long}`);

  expect(recognize([request, makeMessage('user', 'And who wrote it?')])).toBe('rag');
});

it('ignores a summary that a text only mentions', () => {
  expect(recognize([makeMessage('user', `${long} They wrote a summary. ${long}`)])).toBe('rag');
});
