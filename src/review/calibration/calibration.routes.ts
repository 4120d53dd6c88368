import { pageExample, toPage } from '../../platform/http/page';
import { defineRoute, type Route } from '../../platform/http/route';
import { queueParams } from '../queues/review-queue.schema';
import { reviewerOf } from '../reviewer/reviewer';
import { calibrationExample, effectExample, sampleExample } from './calibration.examples';
import {
  activateCalibrationSchema,
  calibrationListSchema,
  calibrationParams,
  calibrationSampleSchema,
  calibrationSchema,
  createCalibrationSchema,
  effectQuery,
  effectSchema,
  listCalibrationsQuery,
  sampleQuery,
  toCalibrationWire,
  toEffectWire,
  toSampleWire,
} from './calibration.schema';
import type { CalibrationService } from './calibration.service';

const path = '/v1/calibrations';
const onePath = '/v1/calibrations/{calibration_id}';

const { activation: _off, ...inactive } = calibrationExample;
const activeExample = {
  ...inactive,
  activation: {
    at: '2026-01-15T10:00:00.000Z',
    by: calibrationExample.created_by,
    max_flagged_clean_share: effectExample.max_flagged_clean_share,
    flag_above: effectExample.flag_above,
  },
  is_applied: true,
};

const common = { tag: 'Calibrations', access: 'workspace' } as const;
const read = { ...common, method: 'get', status: 200 } as const;

export function calibrationRoutes({ calibrations }: { calibrations: CalibrationService }): Route[] {
  return [...fitRoutes(calibrations), ...readRoutes(calibrations), ...activationRoutes(calibrations)];
}

function fitRoutes(calibrations: CalibrationService): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'createCalibration',
      summary: 'Fit the scores of an evaluator to reviews',
      description:
        'Isotonic regression over the completed items of a sample before the first open one. The calibration is a new ' +
        'version for the evaluator, and off until it is activated.',
      method: 'post',
      path,
      role: 'admin',
      isIdempotent: true,
      body: createCalibrationSchema,
      status: 201,
      response: calibrationSchema,
      errors: ['conflict', 'value_error', 'query_timeout'],
      example: { request: { queue_id: calibrationExample.queue_id }, response: calibrationExample },
      handler: async ({ body, workspace: { workspaceId }, caller, resourceId: id, signal }) => {
        const request = { queueId: body.queue_id, evaluatorId: body.evaluator_id };
        const createdBy = reviewerOf(caller);
        return toCalibrationWire(await calibrations.create(workspaceId, id, request, { createdBy, signal }));
      },
    }),
    defineRoute({
      ...read,
      operationId: 'getCalibrationSample',
      summary: 'Count the reviews of a sample that a calibration would be fitted to',
      description:
        'Also counts what is missing: disputed replies, and replies whose findings are not all decided.',
      path: '/v1/review-queues/{queue_id}/calibration-sample',
      params: queueParams,
      query: sampleQuery,
      response: calibrationSampleSchema,
      errors: ['value_error', 'query_timeout'],
      example: { response: sampleExample },
      handler: async ({ params, query, workspace: { workspaceId }, signal }) => {
        const request = { queueId: params.queue_id, evaluatorId: query.evaluator_id };
        return toSampleWire(await calibrations.measureSample(workspaceId, request, signal));
      },
    }),
  ];
}

function readRoutes(calibrations: CalibrationService): Route[] {
  return [
    defineRoute({
      ...read,
      operationId: 'listCalibrations',
      summary: 'List calibrations, newest first',
      description: 'Of all evaluators, or of one. At most one calibration of an evaluator is on.',
      path,
      query: listCalibrationsQuery,
      response: calibrationListSchema,
      example: { response: pageExample(calibrationExample) },
      handler: async ({ query: { evaluator_id, ...query }, workspace }) =>
        toPage(await calibrations.list(workspace.workspaceId, evaluator_id, query), toCalibrationWire, query),
    }),
    defineRoute({
      ...read,
      operationId: 'getCalibration',
      summary: 'Get a calibration',
      description: 'With how well it fits, and what has changed since.',
      path: onePath,
      params: calibrationParams,
      response: calibrationSchema,
      example: { response: calibrationExample },
      handler: async ({ params, workspace }) =>
        toCalibrationWire(await calibrations.get(workspace.workspaceId, params.calibration_id)),
    }),
    defineRoute({
      ...read,
      operationId: 'getThresholdEffect',
      summary: 'Get what a threshold would change, before it is saved',
      description:
        'The threshold by which at most a share of the clean replies is flagged, in expectation, and how many replies ' +
        'it leaves flagged, with 95% intervals (Wilson). Changes nothing.',
      path: `${onePath}/effect`,
      params: calibrationParams,
      query: effectQuery,
      response: effectSchema,
      errors: ['value_error'],
      example: { response: effectExample },
      handler: async ({ params: { calibration_id: id }, query, workspace: { workspaceId } }) =>
        toEffectWire(await calibrations.measure(workspaceId, id, query.max_flagged_clean_share)),
    }),
  ];
}

function activationRoutes(calibrations: CalibrationService): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'activateCalibration',
      summary: 'Apply a calibration to later evaluations',
      description:
        'Detections and online evaluation by its evaluator get calibrated values in addition to the raw ones. With a ' +
        'preference, replies above its threshold are flagged, and findings of the others are withheld. Replaces another ' +
        'active calibration of the evaluator. Verdicts that are stored do not change: evaluate these replies again.',
      method: 'post',
      path: `${onePath}/activate`,
      role: 'admin',
      params: calibrationParams,
      body: activateCalibrationSchema,
      status: 200,
      response: calibrationSchema,
      errors: ['value_error', 'conflict'],
      example: { request: { max_flagged_clean_share: 0.05 }, response: activeExample },
      handler: async ({ params: { calibration_id: id }, body, workspace: { workspaceId }, caller }) => {
        const share = body.max_flagged_clean_share;
        return toCalibrationWire(await calibrations.activate(workspaceId, id, share, reviewerOf(caller)));
      },
    }),
    defineRoute({
      ...common,
      operationId: 'deactivateCalibration',
      summary: 'Turn a calibration off; later evaluations are raw again',
      description: 'Stored verdicts do not change. Repeating the request has no effect.',
      method: 'post',
      path: `${onePath}/deactivate`,
      role: 'admin',
      params: calibrationParams,
      status: 200,
      response: calibrationSchema,
      example: { response: calibrationExample },
      handler: async ({ params, workspace }) =>
        toCalibrationWire(await calibrations.deactivate(workspace.workspaceId, params.calibration_id)),
    }),
  ];
}
