import { parentPort } from 'node:worker_threads';
import type { Line } from '../../conversations/transfer/read-lines';
import { createGroundingEvaluator } from '../../evaluation/grounding/grounding-evaluator';
import { type JudgedLine, judgeLine } from './judge-line';
import type { ThreadAnswer } from './thread-pool';

/** A thread that judges with the embedded evaluator: a Line comes in, a JudgedLine goes out. */
const evaluator = createGroundingEvaluator();
const { signal } = new AbortController(); // the pool ends the whole thread instead

parentPort?.on('message', async (line: Line) => {
  const answer = await judgeLine(evaluator, line, signal).then(
    (result): ThreadAnswer<JudgedLine> => ({ result }),
    (error: unknown): ThreadAnswer<JudgedLine> => ({ error }),
  );
  parentPort?.postMessage(answer);
});
