import {
  findLatestMarkedEra,
  findOldestChange,
  replaceMarks,
  streamMarks,
} from './changed-period.repository';
import { mergeMarks } from './merge-marks';

export type InvalidationService = ReturnType<typeof createInvalidationService>;

/** Operations on marks for readers of rollups: read, merge, replace and find. */
export function createInvalidationService() {
  return {
    streamMarks,
    mergeMarks,
    replaceMarks,
    findLatestMarkedEra,
    findOldestChange,
  };
}
