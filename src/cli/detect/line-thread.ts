import type { IssueConfig, TrafficSetting } from '../../../packages/detector';
import type { Line } from '../../conversations/transfer/read-lines';
import { createGroundingEvaluator, withTraffic } from '../../evaluation/evaluators/grounding-evaluator';
import { type JudgedLine, judgeLine } from './judge-line';

/** A thread of `judgeInThreads`, which judges with the embedded evaluator. */
const evaluator = createGroundingEvaluator();
const { signal } = new AbortController(); // the pool terminates the whole thread instead

export interface LineTask {
  line: Line;
  traffic: TrafficSetting;
  issueConfig: IssueConfig;
}

export function judgeLineTask({ line, traffic, issueConfig }: LineTask): Promise<JudgedLine> {
  return judgeLine(withTraffic(evaluator, traffic), issueConfig, line, signal);
}
