import { parseTally, serializeTally } from '../../../src/experiments/tally.mapper';

const metrics =
  '{"issue_rate":0.5,"total_issues":1,"cost_per_1k":null,"issue_labels":{"fabrication":1},"total_input_tokens":7,' +
  '"total_output_tokens":3,"avg_input_tokens":3.5,"avg_output_tokens":1.5,"avg_issues_per_evaluation":0.5,' +
  '"issue_free_message_count":1,"total_generation_time_ms":40,"avg_response_latency_ms":20,' +
  '"max_response_latency_ms":30,"parameter_issues":{"search.web":{"query.0":1}},"evaluated_count":2,' +
  '"no_verdict_count":0}';
/** A tally as stored by versions before replies were counted as not judgeable. */
const stored =
  '{"statusSummary":{"pending":0,"queued":0,"generating":1,"evaluating":1,"completed":2,"failed":0,"in_progress":2,' +
  `"total":4},"evaluationsExpected":4,"evaluationsReceived":2,"metrics":${metrics},"baselineMetrics":${metrics},` +
  '"baselineModels":["gpt-4o"]}';

it('reads stored tallies and stores them as before, with what is counted since', () => {
  const tally = parseTally(stored);

  expect(tally.metrics).toMatchObject({ issueRate: 0.5, costPer1k: null, maxResponseLatencyMs: 30 });
  expect(tally.metrics.parameterIssues).toEqual({ 'search.web': { 'query.0': 1 } });
  expect(tally.metrics.notJudgeableCount).toBe(0);
  expect(tally.statusSummary).toMatchObject({ inProgress: 2, total: 4 });
  expect(serializeTally(tally)).toBe(
    stored
      .replaceAll('"no_verdict_count":0', '"no_verdict_count":0,"not_judgeable_count":0')
      .replace('"failed":0,', '"failed":0,"skipped":0,'),
  );
});
