import { parentPort } from 'node:worker_threads';
import type { TrafficSetting } from '../../../packages/detector';
import type { Line } from '../../conversations/transfer/read-lines';
import { createGroundingEvaluator, withTraffic } from '../../evaluation/evaluators/grounding-evaluator';
import { type JudgedLine, judgeLine } from './judge-line';
import type { ThreadResult } from './thread-pool';

export interface LineTask {
  line: Line;
  traffic: TrafficSetting;
}

/** A worker thread that judges with the embedded evaluator: receives a LineTask, sends a JudgedLine. */
const evaluator = createGroundingEvaluator();
const { signal } = new AbortController(); // the pool terminates the whole thread instead

parentPort?.on('message', async ({ line, traffic }: LineTask) => {
  const result = await judgeLine(withTraffic(evaluator, traffic), line, signal).then(
    (result): ThreadResult<JudgedLine> => ({ result }),
    (error: unknown): ThreadResult<JudgedLine> => ({ error }),
  );
  parentPort?.postMessage(result);
});
