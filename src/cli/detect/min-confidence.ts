import type { LineJudge } from './line-judge';

/** A judge without the findings below `minConfidence`. Findings without a confidence are not below it. */
export function withMinConfidence(judge: LineJudge, minConfidence: number): LineJudge {
  return {
    ...judge,
    async judge(line) {
      const result = await judge.judge(line);
      if ('fault' in result || result.verdict.status !== 'completed') return result;
      const annotations = result.verdict.annotations.filter(
        ({ confidence }) => confidence === null || confidence >= minConfidence,
      );
      return { ...result, verdict: { ...result.verdict, annotations } };
    },
  };
}
