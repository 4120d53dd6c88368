/** A case of a test suite, with what came out each time it ran. */
export interface Case {
  /** The same in both results; a case is paired by it. */
  id: string;
  /** One per time that it ran, true where it failed. Empty: the case counts in neither result. */
  failed: readonly boolean[];
  /** How often it ended by an error of the tool, the model or the network, which says nothing about the reply. */
  errors: number;
  /** Why it failed, or what the error was; null if the results do not say. */
  reason: string | null;
}

/** The share of the times that the case ran in which it failed; null if it never ran. */
export function failedShare({ failed }: Pick<Case, 'failed'>): number | null {
  return failed.length === 0 ? null : failed.filter(Boolean).length / failed.length;
}
