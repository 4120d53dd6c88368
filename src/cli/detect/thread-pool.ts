import { Worker } from 'node:worker_threads';

/** The message that a thread sends for a task. */
export type ThreadResult<Result> = { result: Result } | { error: unknown };

const CLOSED = 'The threads were closed before the task was completed';

interface Task<Input, Result> {
  input: Input;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Up to `size` threads that run one compiled program, each with one task at a time. A thread is started when
 * a task finds none idle, so a few tasks do not pay for many threads. The program sends a ThreadResult for
 * each message.
 */
export class ThreadPool<Input, Result> {
  private readonly threads = new Set<Worker>();
  private readonly idle: Worker[] = [];
  private readonly waiting: Task<Input, Result>[] = [];
  private readonly running = new Map<Worker, Task<Input, Result>>();
  private hasClosed = false;

  constructor(
    private readonly program: string,
    private readonly size: number,
  ) {}

  get isClosed(): boolean {
    return this.hasClosed;
  }

  /**
   * @throws what the program throws for this task, and Error when its thread crashes or the pool is closed
   */
  run(input: Input): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.hasClosed) return reject(new Error(CLOSED));
      this.waiting.push({ input, resolve, reject });
      if (this.idle.length === 0 && this.threads.size < this.size) this.start();
      this.assign();
    });
  }

  /** Terminates the threads, including busy ones; unfinished tasks fail. */
  async close(): Promise<void> {
    this.hasClosed = true;
    for (const { reject } of [...this.running.values(), ...this.waiting]) reject(new Error(CLOSED));
    this.waiting.length = 0;
    this.running.clear();
    await Promise.all([...this.threads].map((thread) => thread.terminate()));
  }

  private start(): void {
    const thread = new Worker(this.program);
    this.threads.add(thread);
    this.idle.push(thread);
    thread.on('message', (outcome: ThreadResult<Result>) => {
      const task = this.running.get(thread);
      this.running.delete(thread);
      this.idle.push(thread);
      this.assign();
      if ('result' in outcome) task?.resolve(outcome.result);
      else task?.reject(outcome.error);
    });
    thread.on('error', (error) => this.removeThread(thread, error));
    thread.on('exit', () =>
      this.removeThread(thread, new Error('A thread exited before its task was completed')),
    );
  }

  private assign(): void {
    while (this.idle.length > 0 && this.waiting.length > 0) {
      const thread = this.idle.pop();
      const task = this.waiting.shift();
      if (thread === undefined || task === undefined) return;
      this.running.set(thread, task);
      thread.postMessage(task.input);
    }
  }

  /** The task of a crashed thread fails; later tasks get a new thread. */
  private removeThread(thread: Worker, error: unknown): void {
    if (!this.threads.delete(thread)) return; // an error event is followed by an exit event
    this.running.get(thread)?.reject(error);
    this.running.delete(thread);
    const place = this.idle.indexOf(thread);
    if (place !== -1) this.idle.splice(place, 1);
    if (this.waiting.length > 0) this.start();
    this.assign();
  }
}
