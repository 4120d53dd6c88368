// The public entry for other resources; no further logic is needed.
export { type Cost, recordSpend } from './spend.repository';
