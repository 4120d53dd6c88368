import { readSampleConversations } from '../../../bench/sample-conversations';
import { fromOpenAI, type Message, type OpenAIMessage } from '../../formats';
import { readLabeled } from '../training/labeled-data';
import { TextGenerator } from './generated-text';

const SAMPLE_ROUNDS = 10;
const GENERATED = 500;
const EVIDENCE_CHARS = 4_000;
const REPLY_CHARS = 600;

/** The conversations of the speed benchmark: those of a file of NDJSON, or the demo's and generated ones. */
export async function readBenchConversations(path: string | null): Promise<Message[][]> {
  if (path === null) return builtInConversations();
  const conversations: Message[][] = [];
  for await (const { messages } of readLabeled([path])) conversations.push(messages.map(fromOpenAI));
  return conversations;
}

function builtInConversations(): Message[][] {
  const samples = readSampleConversations().map(({ messages }) =>
    (messages as OpenAIMessage[]).map(fromOpenAI),
  );
  const generator = new TextGenerator('speed');
  return [
    ...Array.from({ length: SAMPLE_ROUNDS }, () => samples).flat(),
    ...Array.from({ length: GENERATED }, () => generator.conversation(EVIDENCE_CHARS, REPLY_CHARS)),
  ];
}
