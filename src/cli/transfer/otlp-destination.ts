import { readRejectedRecords, toEvaluationExport } from '../../../packages/formats';
import { version } from '../../platform/version';
import type { Destination } from './destination';
import { postJson } from './post-json';

interface OtlpSettings {
  /** Of the logs. */
  url: string;
  headers: Record<string, string>;
}

/** OpenTelemetry: an event for each verdict, in the span that it is about. */
export function createOtlpDestination({ url, headers }: OtlpSettings): Destination {
  return {
    async send(verdicts, signal) {
      const { body } = await postJson(url, headers, toEvaluationExport(verdicts, version), signal);
      const { count, reason } = readRejectedRecords(body);
      const rejected = Math.min(count, verdicts.length);
      return {
        sent: verdicts.length - rejected,
        unplaced: 0,
        refused: Array.from({ length: rejected }, () => reason),
      };
    },
  };
}
