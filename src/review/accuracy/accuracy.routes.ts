import { MIN_EXPORT_BYTES_PER_SECOND, type TransferLimit } from '../../conversations/transfer/transfer-limit';
import { defineRoute, type Route } from '../../platform/http/route';
import { sendStream } from '../../platform/http/send-stream';
import { mediaTypes } from '../../platform/tables/table-format';
import {
  accuracyExample,
  accuracyQuery,
  accuracySchema,
  exportSampleQuery,
  findingPrecisionExample,
  findingPrecisionQuery,
  findingPrecisionSchema,
  toAccuracyTarget,
  toAccuracyWire,
  toFindingPrecisionWire,
} from './accuracy.schema';
import type { AccuracyService } from './accuracy.service';
import { labeledCaseExample, labeledCaseSchema } from './labeled-case.schema';

export interface AccuracyRoutesDependencies {
  accuracy: AccuracyService;
  /** Shared by all exports of the process. */
  exports: TransferLimit;
}

const common = { tag: 'Accuracy', access: 'workspace', method: 'get', status: 200 } as const;

export function accuracyRoutes({ accuracy, exports }: AccuracyRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'getAccuracy',
      summary: 'Correct the rates of an evaluator by a reviewed sample',
      description:
        'Prediction-powered inference (PPI++) over the replies that a sampling queue was drawn from, or over those of an ' +
        'experiment or a filter that are all among them. Only its completed items correct the rates, with 95% intervals ' +
        'for a finite population. With `baseline_id`, also the differences of two experiments.',
      path: '/v1/accuracy',
      query: accuracyQuery,
      response: accuracySchema,
      errors: ['query_timeout'],
      example: { response: accuracyExample },
      handler: async ({ query, workspace, signal }) =>
        toAccuracyWire(await accuracy.measure(workspace.workspaceId, toAccuracyTarget(query), signal)),
    }),
    defineRoute({
      ...common,
      operationId: 'exportReviewedSample',
      summary: 'Export the reviewed replies of a sample as labeled data',
      description:
        'One line for each reply that corrects the rates: the conversation, what people say of the reply, and the ' +
        'verdict of the evaluator, in the form that `assay measure` reads. `assay measure --recorded` computes the ' +
        'rates, precision and recall of `GET /v1/accuracy` from the file. If an export fails, the connection is closed ' +
        'early. Two exports may run concurrently per workspace and per user.',
      path: '/v1/accuracy/export',
      query: exportSampleQuery,
      response: null,
      streamedResponse: { [mediaTypes.ndjson]: labeledCaseSchema },
      errors: ['query_timeout', 'rate_limited'],
      example: { response: labeledCaseExample },
      handler: async ({ query, caller, workspace, response, signal }) => {
        const { workspaceId } = workspace;
        const lines = toJsonLines(accuracy.exportSample(workspaceId, toAccuracyTarget(query), signal));
        const options = {
          signal,
          fileName: 'labeled.ndjson',
          minBytesPerSecond: MIN_EXPORT_BYTES_PER_SECOND,
        };
        await exports.run({ caller, workspace }, () =>
          sendStream(response, mediaTypes.ndjson, lines, options),
        );
      },
    }),
    defineRoute({
      ...common,
      operationId: 'getFindingPrecision',
      summary: 'Get the share of reviewed findings that people confirmed',
      description:
        'Per evaluator, label and tool, over the current findings that have a review, with 95% intervals (Wilson). They ' +
        'hold for all findings only where the reviewed ones are a random sample of them.',
      path: '/v1/accuracy/findings',
      query: findingPrecisionQuery,
      response: findingPrecisionSchema,
      errors: ['query_timeout'],
      example: { response: findingPrecisionExample },
      handler: async ({ query: { filter }, workspace, signal }) =>
        toFindingPrecisionWire(await accuracy.measureFindings(workspace.workspaceId, filter, signal)),
    }),
  ];
}

async function* toJsonLines(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}
