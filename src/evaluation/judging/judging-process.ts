import type { EvaluationInput, JudgedMessage } from '../../../packages/detector';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { countMessageTokens } from '../../providers/tokenizer';
import { createGroundingEvaluator } from '../evaluators/grounding-evaluator';
import { evidenceLength } from '../judgment/coverage';
import { appendChunk, type Fragment } from './conversation-chunks';
import type { Extent } from './too-long';

/** Messages to the process: the conversation in chunks, then the rest of the input. */
export type ProcessRequest = { chunk: Fragment[] } | { rest: ProcessInput };

interface ProcessInput extends Omit<EvaluationInput, 'messages'> {
  /** Of the messages to judge, ascending. */
  positions: number[];
}

/**
 * Messages from the process: the extent of the first message to judge, then each verdict, then the outcome.
 */
export type ProcessResponse =
  | { extent: Extent }
  | { position: number; verdict: Verdict }
  | { isComplete: true }
  | { failure: string };

/**
 * Judges one long conversation in its own process: if it runs out of memory, no other conversation is
 * affected.
 */
const messages: JudgedMessage[] = [];
const send = (response: ProcessResponse, onSent = () => {}) => process.send?.(response, onSent);

process.on('message', (request: ProcessRequest) => {
  if ('chunk' in request) appendChunk(messages, request.chunk);
  else void judge(request.rest);
});
// On SIGTERM the service drains, and ends this process when its result is no longer needed.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());

async function judge({ positions, ...rest }: ProcessInput): Promise<void> {
  // Sent before the memory is allocated. Awaited, so that the message has left the process.
  const first = messages.slice(0, (positions[0] ?? 0) + 1);
  const extent = { inputTokens: countMessageTokens(first), evidenceTotal: evidenceLength(first) };
  await new Promise<void>((resolve) => void send({ extent }, resolve));
  const { signal } = new AbortController(); // never aborted: the service kills the whole process instead
  const onVerdict = (position: number, verdict: Verdict) => send({ position, verdict });
  const response = await createGroundingEvaluator()
    .evaluateReplies({ messages, ...rest }, positions, { signal, onVerdict })
    .then(
      (): ProcessResponse => ({ isComplete: true }),
      (error: unknown): ProcessResponse => ({ failure: String(error) }),
    );
  send(response, () => process.exit());
}
