import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { firstOf } from './first-of';
import type { ModelServer } from './model-server';
import { Stack, type StackPids } from './stack';
import { testDataRoot } from './test-run';
import type { BodyOf } from './wire-types';

/** The whole service of a test file. */
export class StackUnderTest {
  readonly dataDir = mkdtempSync(join(testDataRoot(), 'assay-stack-'));
  workspaceId = '';
  private running: Stack | null = null;

  constructor(private readonly models: ModelServer) {}

  /** Its current processes. */
  get stack(): Stack {
    if (this.running === null) throw new Error('the service has not started');
    return this.running;
  }

  async start(): Promise<void> {
    const provider = { OPENAI_BASE_URL: this.models.baseUrl, OPENAI_API_KEY: 'sk-test' };
    this.running = await Stack.start(this.dataDir, provider);
    const { body } = await this.stack.send('GET', '/v1/workspaces', {});
    this.workspaceId = firstOf(body.items).id;
  }

  /** Kills the process that runs now, which may have been restarted since the start; returns its id. */
  kill(name: keyof StackPids): number {
    const { pids } = JSON.parse(readFileSync(join(this.dataDir, 'engines.json'), 'utf8'));
    process.kill(pids[name], 'SIGKILL');
    return pids[name];
  }

  /** Kills every process, and starts them on the same data. */
  async restart(): Promise<void> {
    await this.stack.kill();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Sends a request with the owner's key in the first workspace; text is sent unchanged, the rest as JSON. */
  call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
    type?: string,
  ): Promise<{ status: number; body: BodyOf<Method, Path> }> {
    return this.stack.send(method, path, { body, workspaceId: this.workspaceId, ...(type && { type }) });
  }
}

/** Starts the whole service, with a model server as its provider, for the tests of a file. */
export function useStack(models: ModelServer): StackUnderTest {
  const service = new StackUnderTest(models);
  beforeAll(async () => {
    await models.start();
    await service.start();
  });
  afterAll(async () => {
    await service.stop();
    await models.stop();
  });
  return service;
}
