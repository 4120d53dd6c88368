import type { AppError } from '../errors/app-error';

export interface ConcurrencyLimitOptions {
  perWorkspace: number;
  /** Of all workspaces in this process. */
  perProcess: number;
  /** The error when the limit of the workspace, or else of the process, is reached. */
  refusal(isOfWorkspace: boolean): AppError;
}

/** Limits work in progress, such as requests that hold megabytes for as long as their clients read. */
export class ConcurrencyLimit {
  private readonly running = new Map<string, number>();
  private total = 0;

  constructor(private readonly options: ConcurrencyLimitOptions) {}

  /**
   * Runs the work of a workspace, unless its limit or that of the process is reached.
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
