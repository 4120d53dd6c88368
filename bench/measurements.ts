import type { LoadResult } from './detection-load';
import type { Replies } from './experiment-throughput';
import type { ExportLatencies } from './ingestion-load';
import type { WorkflowCost } from './workflow-runs';

export interface ExperimentRound {
  /** `no-op` is the upper bound. */
  kind: Replies | 'no-op';
  concurrency: number;
  items: number;
  cost: WorkflowCost;
}

export interface DetectionRound {
  kind: 'service' | 'bare detector';
  connections: number;
  load: LoadResult;
}

export interface IngestionRound {
  kind: 'service' | 'bare store';
  latencies: ExportLatencies;
}

export interface Measurements {
  experiments: ExperimentRound[];
  detections: DetectionRound[];
  ingestion: IngestionRound[];
  /** Milliseconds of each tenth of a conversation of 2,000 spans. */
  growth: number[];
}
