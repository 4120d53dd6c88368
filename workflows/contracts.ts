import { defineQuery } from '@temporalio/workflow';

/** How far a run has come; survives continue-as-new. */
export interface ExperimentProgress {
  /** Position of the last item that was taken up; -1 before the first. */
  lastPosition: number;
  completed: number;
  failed: number;
  /** US cents spent on generation and evaluation so far. */
  costCents: number;
}

export interface RunExperimentInput {
  experimentId: string;
  /** How many items are in flight at once. */
  concurrency: number;
  /** No further item is taken up once this is spent; null: no limit. */
  maxCostCents: number | null;
  /** Items fetched per page. */
  pageSize: number;
  /** Set when the run continues as new. */
  progress: ExperimentProgress | null;
}

export type ExperimentEnding = 'finished' | 'cancelled' | 'max_cost_reached' | 'workflow_lost';

export interface OpenItem {
  itemId: string;
  position: number;
}

/** Why an item could not be completed, as stored with it. */
export interface ItemFailure {
  code: string;
  message: string;
}

export const experimentProgressQuery = defineQuery<ExperimentProgress>('progress');
