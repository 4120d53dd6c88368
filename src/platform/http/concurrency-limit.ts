import type { AppError } from '../errors/app-error';

export interface ConcurrencyLimitOptions {
  /** Of one holder, such as a workspace or a user. */
  perHolder: number;
  /** Of all holders in this process. */
  perProcess: number;
  /** So many of `perProcess` are only for holders without other work. Default: 0. */
  reserved?: number;
  /** The error when the limit of a holder, or else (null) of the process, is reached. */
  refusal(holder: string | null): AppError;
}

/** Limits work in progress, such as requests that hold megabytes for as long as their clients read. */
export class ConcurrencyLimit {
  private readonly running = new Map<string, number>();
  private total = 0;

  constructor(private readonly options: ConcurrencyLimitOptions) {}

  /**
   * Runs work that counts for each of its holders, unless the limit of one or that of the process is reached. Reserved
   * places are for work whose first holder has none.
   * @throws AppError the refusal
   */
  async run<Result>(holders: readonly [string, ...string[]], work: () => Promise<Result>): Promise<Result> {
    const { perHolder, perProcess, reserved = 0, refusal } = this.options;
    const full = holders.find((holder) => this.countOf(holder) >= perHolder);
    if (full !== undefined) throw refusal(full);
    const isFirst = this.countOf(holders[0]) === 0;
    if (this.total >= (isFirst ? perProcess : perProcess - reserved)) throw refusal(null);
    this.change(holders, 1);
    try {
      return await work();
    } finally {
      this.change(holders, -1);
    }
  }

  private countOf(holder: string): number {
    return this.running.get(holder) ?? 0;
  }

  private change(holders: readonly string[], by: 1 | -1): void {
    this.total += by;
    for (const holder of holders) {
      const count = this.countOf(holder) + by;
      if (count === 0) this.running.delete(holder);
      else this.running.set(holder, count);
    }
  }
}
