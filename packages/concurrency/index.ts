/** The door of the library: what is not exported here is its own. */
export { createLinkedController, onAbort, pause, rejectOnAbort } from './abort-signals';
export { collectInSlices, mapInSlices } from './collect-in-slices';
export { countValuesUpTo, hasMoreValues } from './count-values';
export { abortAfter, withDeadline } from './deadline';
export { acquirePermit, acquireUnits, Permits, type WaitOptions } from './permits';
export { inSlice, isSliceOver, nextSlice, runInSlices } from './work-slices';
