// Other resources come here; for these a query is all there is to do.
export { type Cost, recordSpend } from './spend.repository';
