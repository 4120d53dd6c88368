import type { z } from 'zod';
import type { calibrationSampleSchema, calibrationSchema, effectSchema } from './calibration.schema';

export const calibrationExample: z.input<typeof calibrationSchema> = {
  id: '5b9c1f7e-8a34-4d2c-9e61-0f3b7d2a6c85',
  version: 1,
  evaluator_id: '1c7f2b9a-0e4d-4f3b-8a6e-5d9c3b2a1f44',
  evaluator_version: 1,
  issue_config_version: 1,
  queue_id: '3d7e5a10-92c4-4b8f-a6d1-5e0f7b2c9a48',
  population: 1512,
  reviewed_count: 300,
  undecided_count: 0,
  score: {
    n: 300,
    positive_count: 60,
    knots: [
      { raw: 0.02, calibrated: 0.03 },
      { raw: 0.71, calibrated: 0.64 },
    ],
    brier: { raw: 0.16, calibrated: 0.12 },
    calibration_error: { raw: 0.14, calibrated: 0.04 },
    reliability: [{ n: 30, raw: 0.81, calibrated: 0.63, observed: 0.6 }],
  },
  confidence: null,
  stale: [],
  activation: null,
  is_applied: false,
  created_at: '2026-01-15T09:30:00.000Z',
  created_by: { kind: 'user', id: '8f14e45f-ceea-467f-ab2c-0a1b3c4d5e6f', name: 'Ada' },
};

export const sampleExample: z.input<typeof calibrationSampleSchema> = {
  queue_id: calibrationExample.queue_id,
  evaluator_id: calibrationExample.evaluator_id,
  evaluator_version: 1,
  issue_config_version: 1,
  population: 1512,
  reviewed_count: 214,
  needed_count: 300,
  disputed_count: 0,
  undecided_count: 0,
};

export const effectExample: z.input<typeof effectSchema> = {
  max_flagged_clean_share: 0.05,
  flag_above: 0.7108,
  population: 1512,
  without: {
    replies: { value: 0.24, interval: [0.195, 0.291], n: 300 },
    clean: { value: 0.117, interval: [0.083, 0.164], n: 240 },
    issues: { value: 0.733, interval: [0.61, 0.829], n: 60 },
  },
  with: {
    replies: { value: 0.163, interval: [0.126, 0.209], n: 300 },
    clean: { value: 0.046, interval: [0.026, 0.08], n: 240 },
    issues: { value: 0.633, interval: [0.507, 0.744], n: 60 },
  },
};
