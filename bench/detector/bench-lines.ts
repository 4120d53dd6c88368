import { openLines } from '../../src/cli/detect/line-source';
import { toOpenAI } from '../../src/conversations/transcript/openai-messages';
import type { Line } from '../../src/conversations/transfer/read-lines';
import { readSampleConversations } from '../sample-conversations';
import { TextGenerator } from './generated-text';

const SAMPLE_ROUNDS = 10;
const GENERATED = 500;
const EVIDENCE_CHARS = 4_000;
const REPLY_CHARS = 600;

/**
 * The conversations of the speed benchmark, one JSON line each: those of `path`, or the demo's and generated
 * ones.
 */
export async function readBenchLines(path: string | null): Promise<Line[]> {
  if (path === null) return builtInLines();
  const lines: Line[] = [];
  for await (const line of openLines(path, new AbortController().signal)) lines.push(line);
  return lines;
}

function builtInLines(): Line[] {
  const samples = readSampleConversations();
  const generator = new TextGenerator('speed');
  const conversations = [
    ...Array.from({ length: SAMPLE_ROUNDS }, () => samples).flat(),
    ...Array.from({ length: GENERATED }, () => ({
      messages: generator.conversation(EVIDENCE_CHARS, REPLY_CHARS).map(toWire),
    })),
  ];
  return conversations.map((conversation, index) => ({
    number: index + 1,
    bytes: Buffer.from(JSON.stringify(conversation)),
  }));
}

function toWire(message: Parameters<typeof toOpenAI>[0]) {
  const wire = toOpenAI(message);
  return message.role === 'tool' ? { ...wire, tool_call_id: 'call' } : wire;
}
