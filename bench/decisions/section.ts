import type { Goal } from '../report-file';

/** A part of the report: a table with its goals and numbers. */
export interface Section {
  /** The key of the numbers in the report file. */
  key: string;
  run(): SectionResult | Promise<SectionResult>;
}

export interface SectionResult {
  table: string;
  goals: Goal[];
  measured: unknown;
}
