import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectMongo, disconnectMongo } from '../../../../src/platform/mongo/connection';
import type { ApiResponse } from '../../../support/api';
import { freshDatabaseUri } from '../../../support/database';
import { testTemporalAddress } from '../../../support/engine-addresses';
import { ModelServer } from '../../../support/model-server';
import { Stack } from '../../../support/stack';
import { testDataRoot } from '../../../support/test-run';
import type { BodyOf } from '../../../support/wire-types';

export interface Tenant {
  workspaceId: string;
  /** Workspace-scoped. */
  key: string;
}

/** One api and one worker with default settings and a new database, and a scripted model provider. */
export class ServiceUnderAttack {
  private constructor(
    readonly stack: Stack,
    readonly models: ModelServer,
    private readonly dataDir: string,
  ) {}

  /** Starts it on the engines of the test run. */
  static start(environment: Record<string, string> = {}): Promise<ServiceUnderAttack> {
    return ServiceUnderAttack.startWithEngines({
      MONGODB_URI: freshDatabaseUri(),
      TEMPORAL_ADDRESS: testTemporalAddress(),
      TEMPORAL_TASK_QUEUE: `attack-${randomUUID()}`,
      ...environment,
    });
  }

  /** Starts it with the engines that the environment names; without, with new ones. */
  static async startWithEngines(environment: Record<string, string> = {}): Promise<ServiceUnderAttack> {
    const models = new ModelServer();
    await models.start();
    const dataDir = mkdtempSync(join(testDataRoot(), 'assay-attack-'));
    const provider = { OPENAI_BASE_URL: models.baseUrl, OPENAI_API_KEY: 'sk-test' };
    const stack = await Stack.start(dataDir, { ...provider, ...environment });
    return new ServiceUnderAttack(stack, models, dataDir);
  }

  /** Connects the test to the database, until the service is stopped. */
  connectToDatabase(): Promise<void> {
    return connectMongo(this.stack.mongodbUri, { appName: 'attack', serverSelectionTimeoutMs: 5000 });
  }

  async stop(): Promise<void> {
    await disconnectMongo();
    await this.stack.stop();
    await this.models.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  get url(): string {
    return this.stack.url;
  }

  /** A separate workspace with its key, as another customer of the service would have. */
  async createTenant(name: string): Promise<Tenant> {
    const workspace = await this.stack.send('POST', '/v1/workspaces', { body: { name } });
    if (workspace.status !== 201) throw new Error(`createWorkspace responded ${workspace.status}`);
    const workspaceId: string = workspace.body.id;
    const key = await this.stack.send('POST', '/v1/api-keys', {
      body: { name, scope: 'workspace', expires_in_days: 1, workspace_id: workspaceId },
    });
    if (key.status !== 201) throw new Error(`createApiKey responded ${key.status}`);
    return { workspaceId, key: key.body.key };
  }

  /** Sends a request with a tenant's key; text and bytes are sent unchanged, the rest as JSON. */
  async send<const Method extends string, const Path extends string>(
    tenant: Tenant | null,
    method: Method,
    path: Path,
    options: {
      body?: unknown;
      type?: string;
      headers?: Record<string, string>;
      signal?: AbortSignal;
      /** Of another api of the service. */
      url?: string;
    } = {},
  ): Promise<ApiResponse<BodyOf<Method, Path>>> {
    const { body, type = 'application/json', signal, url = this.url } = options;
    const headers: Record<string, string> = { ...options.headers };
    if (tenant !== null) headers.authorization = `Bearer ${tenant.key}`;
    if (body !== undefined) headers['content-type'] ??= type;
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(url + path, {
      method,
      headers,
      body: (body === undefined ? null : isRaw ? body : JSON.stringify(body)) as never,
      ...(signal && { signal }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && !path.endsWith('/export');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
}
