import type { LineJudge } from './line-judge';

/** A judge without the findings below `minConfidence`. Findings without a confidence are not below it. */
export function withMinConfidence(judge: LineJudge, minConfidence: number): LineJudge {
  return {
    ...judge,
    async judge(line) {
      const judged = await judge.judge(line);
      if ('fault' in judged || judged.verdict.status !== 'completed') return judged;
      const annotations = judged.verdict.annotations.filter(
        ({ confidence }) => confidence === null || confidence >= minConfidence,
      );
      return { ...judged, verdict: { ...judged.verdict, annotations } };
    },
  };
}
