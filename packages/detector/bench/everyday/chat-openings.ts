import type { Message } from '../../../formats';
import type { JudgedCase } from './traffic';

type Opening = (
  knowledge: string,
  turn: string,
) => [role: 'system' | 'developer' | 'user', content: string][];

/** How services that chat write what their model knows. */
const OPENINGS: readonly Opening[] = [
  (knowledge, turn) => [
    ['system', knowledge],
    ['user', turn],
  ],
  (knowledge, turn) => [
    ['system', `You are a friendly assistant.\n\nBackground:\n${knowledge}`],
    ['user', turn],
  ],
  (knowledge, turn) => [
    ['developer', `Facts you may use:\n${knowledge}\n\nReply in one or two sentences.`],
    ['user', turn],
  ],
  (knowledge, turn) => [
    ['system', `You are Robin. Use this knowledge in your replies.\n${knowledge}`],
    ['user', turn],
  ],
  (knowledge, turn) => [
    ['system', 'Keep your replies short and natural.'],
    ['user', `Knowledge: ${knowledge}\n\n${turn}`],
  ],
  (knowledge, turn) => [['user', `${knowledge}\n\n${turn}`]],
];

/** The same chats, in which the instruction to chat of their first line is written in one of several ways. */
export function withOtherOpenings(cases: readonly JudgedCase[]): JudgedCase[] {
  return cases.map((one, index) => {
    const [system, turn, ...rest] = one.messages as [Message, Message, ...Message[]];
    const [, ...knowledge] = contentOf(system).split('\n');
    const open = OPENINGS[index % OPENINGS.length] as Opening;
    const opening = open(knowledge.join('\n'), contentOf(turn)).map(
      ([role, content]): Message => ({ role, name: null, parts: [{ type: 'text', content }] }),
    );
    return { ...one, messages: [...opening, ...rest] };
  });
}

const contentOf = ({ parts: [part] }: Message): string => (part?.type === 'text' ? part.content : '');
