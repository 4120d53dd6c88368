import {
  findLatestMarkedEra,
  findNextMarkedWorkspace,
  findOldestChange,
  replaceMarks,
  streamMarks,
} from './changed-period.repository';
import { mergeMarks } from './merge-marks';

export type { EraMarks, NewMark } from './changed-period.repository';

export type InvalidationService = ReturnType<typeof createInvalidationService>;

/** What readers of rollups need of the marks: to read, merge and replace them, and to find what is marked. */
export function createInvalidationService() {
  return {
    streamMarks,
    mergeMarks,
    replaceMarks,
    findNextMarkedWorkspace,
    findLatestMarkedEra,
    findOldestChange,
  };
}
