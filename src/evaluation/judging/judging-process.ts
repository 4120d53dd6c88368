import type { Verdict } from '../../conversations/evaluations/verdict';
import type { Message, ToolDefinition } from '../../conversations/transcript/message';
import { countMessageTokens } from '../../providers/tokenizer';
import { createGroundingEvaluator } from '../grounding/grounding-evaluator';
import { evidenceLength } from '../judgement/coverage';
import type { IssueConfig } from '../judgement/evaluator';
import { appendChunk, type Fragment } from './conversation-chunks';
import type { Extent } from './too-long';

/** What the process is sent: the messages in chunks, then the rest of the input. */
export type ProcessRequest = { chunk: Fragment[] } | { rest: ProcessInput };

interface ProcessInput {
  tools: ToolDefinition[];
  issueConfig: IssueConfig;
  /** Of the messages to judge, ascending. */
  positions: number[];
}

/** What it sends: the extent of the first message to judge, then verdicts as they are reached, then how that ended. */
export type ProcessResponse =
  | { extent: Extent }
  | { position: number; verdict: Verdict }
  | { isComplete: true }
  | { failure: string };

/** A process that judges one long conversation: if it runs out of memory, only this conversation has no verdict. */
const messages: Message[] = [];
const send = (response: ProcessResponse, sent = () => {}) => process.send?.(response, sent);

process.on('message', (request: ProcessRequest) => {
  if ('chunk' in request) appendChunk(messages, request.chunk);
  else void judge(request.rest);
});
// The service drains on SIGTERM, and ends this process when nothing waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());

async function judge({ positions, ...rest }: ProcessInput): Promise<void> {
  // Sent before the memory is needed. The wait lets it leave the process.
  const first = messages.slice(0, (positions[0] ?? 0) + 1);
  const extent = { inputTokens: countMessageTokens(first), evidenceTotal: evidenceLength(first) };
  await new Promise<void>((resolve) => void send({ extent }, resolve));
  const { signal } = new AbortController(); // the service ends the whole process instead
  const onVerdict = (position: number, verdict: Verdict) => send({ position, verdict });
  const response = await createGroundingEvaluator()
    .evaluateReplies({ messages, ...rest }, positions, { signal, onVerdict })
    .then(
      (): ProcessResponse => ({ isComplete: true }),
      (error: unknown): ProcessResponse => ({ failure: String(error) }),
    );
  send(response, () => process.exit());
}
