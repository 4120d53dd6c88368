import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromOpenAI, type Message, type ToolDefinition } from '../../../formats';
import { type LabeledCase, readLabeled } from '../../training/labeled-data';
import { withOtherOpenings } from './chat-openings';

/** A reply, the last message, with the verdict of people on it; null: not judged by people. */
export interface JudgedCase {
  messages: Message[];
  tools: ToolDefinition[];
  isWrong: boolean | null;
}

/** Replies of one kind of traffic. */
export interface Traffic {
  name: string;
  cases: JudgedCase[];
}

type Select = (labeled: LabeledCase) => boolean;
type Change = (cases: readonly JudgedCase[]) => JudgedCase[];

const LONG_REPLY_WORDS = 150;
const isTask =
  (...tasks: string[]): Select =>
  ({ task }) =>
    tasks.includes(task);
const isLong: Select = ({ messages }) =>
  String(messages.at(-1)?.content ?? '').split(/\s+/).length >= LONG_REPLY_WORDS;

/** The rows of the table: a name, the files below the data folder, which of their replies, and how they are changed. */
const ROWS: [name: string, files: string[], select?: Select, change?: Change][] = [
  ['agent, texts', ['agent-dev'], isTask('text')],
  ['agent, tool calls', ['agent-dev'], isTask('call')],
  ['tool calls, synthetic', ['toolcall-dev']],
  ['RAG chat, multi-turn', ['rag-chat-dev']],
  ['RAG chat, written by people', ['rag-chat-clean-dev']],
  ['short knowledge chat', ['short-chat-dev']],
  ['short knowledge chat, other instructions', ['short-chat-dev'], () => true, withOtherOpenings],
  [
    'RAG answers of 150 words and more',
    ['ragtruth-dev'],
    (labeled) => labeled.task === 'QA' && isLong(labeled),
  ],
  ['RAGTruth, question answering', ['ragtruth-dev'], isTask('QA')],
  ['RAGTruth, summaries', ['ragtruth-dev'], isTask('Summary')],
  ['RAGTruth, data to text', ['ragtruth-dev'], isTask('Data2txt')],
  ['RAGTruth, all', ['ragtruth-dev']],
  ['RAG chat by GPT-4o and Llama', ['rag-chat-dev'], ({ task }) => task !== 'reference'],
  ['edits of summaries', ['summary-edits-dev']],
];

/** Reads the rows of which the folder has the files, in the order of the table. */
export async function readTraffic(folder: string): Promise<Traffic[]> {
  const rows: Traffic[] = [];
  for (const [name, files, select = () => true, change = (cases: JudgedCase[]) => cases] of ROWS) {
    const paths = files.map((file) => join(folder, `${file}.jsonl.gz`)).filter((path) => existsSync(path));
    if (paths.length < files.length) continue;
    const cases: JudgedCase[] = [];
    for await (const labeled of readLabeled(paths)) if (select(labeled)) cases.push(toJudgedCase(labeled));
    rows.push({ name, cases: change(cases) });
  }
  return rows;
}

export function toJudgedCase({ messages, tools = [], hallucinated }: LabeledCase): JudgedCase {
  return { messages: messages.map(fromOpenAI), tools: tools.map(toTool), isWrong: hallucinated };
}

/** A tool in OpenAI's form or bare. */
export function toTool(tool: NonNullable<LabeledCase['tools']>[number]): ToolDefinition {
  const { name, description, parameters } = tool.function ?? tool;
  return { name: name ?? '', description: description ?? null, parameters: parameters ?? null };
}
