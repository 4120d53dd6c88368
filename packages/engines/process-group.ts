import { type ProcessSpec, SupervisedProcess, type SupervisionOptions } from './supervised-process';

/** Processes that are started in sequence or in parallel, and stopped together. */
export class ProcessGroup {
  private readonly processes = new Map<string, SupervisedProcess>();
  private isStopped = false;

  constructor(private readonly options: SupervisionOptions) {}

  /**
   * Starts a supervised process and resolves when it is ready.
   * @throws Error when it does not become ready, or the group was stopped before
   */
  async start(spec: ProcessSpec): Promise<void> {
    if (this.isStopped) throw new Error(`${spec.name} is not started: the service is being stopped`);
    const supervised = new SupervisedProcess(spec, this.options);
    this.processes.set(spec.name, supervised);
    await supervised.start();
  }

  /** The current pid, null for a process outside this group. */
  pidOf(name: string): number | null {
    return this.processes.get(name)?.pid ?? null;
  }

  /** Stops all processes, including those that are starting; resolves when all have exited. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.processes.values()].map((supervised) => supervised.stop()));
  }
}
