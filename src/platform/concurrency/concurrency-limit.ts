import type { AppError } from '../errors/app-error';

export interface ConcurrencyLimitOptions {
  perWorkspace: number;
  /** Of all workspaces in this process. */
  perProcess: number;
  /** The error beyond the limit of the workspace, or of the process. */
  refusal(isOfWorkspace: boolean): AppError;
}

/** Counts work in progress, such as requests that hold some megabytes each for as long as their client takes. */
export class ConcurrencyLimit {
  private readonly running = new Map<string, number>();
  private total = 0;

  constructor(private readonly options: ConcurrencyLimitOptions) {}

  /**
   * Runs the work of a workspace unless as much of it, or of all workspaces, as the limit allows is running.
   * @throws AppError the refusal
   */
  async run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    const { perWorkspace, perProcess, refusal } = this.options;
    const ofWorkspace = this.running.get(workspaceId) ?? 0;
    const isOfWorkspace = ofWorkspace >= perWorkspace;
    if (isOfWorkspace || this.total >= perProcess) throw refusal(isOfWorkspace);
    this.count(workspaceId, 1);
    try {
      return await work();
    } finally {
      this.count(workspaceId, -1);
    }
  }

  private count(workspaceId: string, change: 1 | -1): void {
    this.total += change;
    const ofWorkspace = (this.running.get(workspaceId) ?? 0) + change;
    if (ofWorkspace === 0) this.running.delete(workspaceId);
    else this.running.set(workspaceId, ofWorkspace);
  }
}
