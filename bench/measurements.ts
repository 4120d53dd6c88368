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
  /** Of the api, for one export; null for the bare store. */
  cpuMs: number | null;
}

export interface Measurements {
  experiments: ExperimentRound[];
  detections: DetectionRound[];
  ingestion: IngestionRound[];
  /** Milliseconds of the api's processor time for one more turn of 128 stored conversations, for each turn. */
  appended: number[];
  /** Milliseconds of each tenth of a conversation of 2,000 spans. */
  growth: number[];
}
