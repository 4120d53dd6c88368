import { parentPort } from 'node:worker_threads';
import type { Line } from '../../conversations/transfer/read-lines';
import { createGroundingEvaluator } from '../../evaluation/evaluators/grounding-evaluator';
import { type JudgedLine, judgeLine } from './judge-line';
import type { ThreadResult } from './thread-pool';

/** A worker thread that judges with the embedded evaluator: receives a Line, sends a JudgedLine. */
const evaluator = createGroundingEvaluator();
const { signal } = new AbortController(); // the pool terminates the whole thread instead

parentPort?.on('message', async (line: Line) => {
  const result = await judgeLine(evaluator, line, signal).then(
    (result): ThreadResult<JudgedLine> => ({ result }),
    (error: unknown): ThreadResult<JudgedLine> => ({ error }),
  );
  parentPort?.postMessage(result);
});
