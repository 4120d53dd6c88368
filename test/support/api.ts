import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { Client } from '@temporalio/client';
import mongoose from 'mongoose';
import { bootstrap } from '../../src/access/accounts/bootstrap';
import { createApi } from '../../src/api-server';
import { type Config, loadConfig } from '../../src/config';
import { workspaceDefaults } from '../../src/evaluation/workspace-defaults';
import { createHttpServer } from '../../src/platform/http/server';
import { createLogger } from '../../src/platform/logging';
import { connectMongo, createIndexes, disconnectMongo } from '../../src/platform/mongo/connection';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { registerSearchAttributes } from '../../src/platform/temporal/search-attributes';
import { createWorker, type WorkerGroup } from '../../src/worker-runtime';
import { freshDatabaseUri } from './database';
import { testTemporalAddress } from './engine-addresses';
import { firstOf } from './first-of';
import { owner } from './owner';
import { installQuietRuntime } from './quiet-runtime';
import type { BodyOf, ErrorBody } from './wire-types';
import { workflowBundlePath } from './workflow-bundle';

/** A response with its JSON, or its text if it has another type. */
export interface ApiResponse<Body = ErrorBody> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface RequestOptions {
  key?: string | null;
  workspaceId?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array;
}

interface Started {
  config: Config;
  temporal: Client;
  server: Server;
}

/** The whole API on a separate database, listening on a free port of this machine. */
export class TestApi {
  /** Everything the service has logged. */
  log = '';
  workspaceId = '';
  private parts: Started | null = null;
  private worker: { worker: WorkerGroup; running: Promise<void> } | null = null;

  /** May be started again after a stop, on another database. */
  async start(environment: Record<string, string> = {}, isStopping = () => false): Promise<void> {
    const config = loadConfig({
      MONGODB_URI: freshDatabaseUri(),
      TEMPORAL_ADDRESS: testTemporalAddress(),
      TEMPORAL_TASK_QUEUE: `test-${randomUUID()}`,
      SECRET_KEY: 'a secret key of at least 32 characters',
      BOOTSTRAP_EMAIL: owner.email,
      BOOTSTRAP_PASSWORD: owner.password,
      BOOTSTRAP_WORKSPACE: 'First',
      BOOTSTRAP_API_KEY: owner.apiKey,
      LIMIT_WORKSPACES_PER_USER: '0', // many tests of a file share the owner
      ...environment,
    });
    await connectMongo(config.mongodbUri, {
      appName: 'assay-test',
      serverSelectionTimeoutMs: 5000,
      socketTimeoutMs: 20_000,
    });
    await createIndexes();
    if (config.bootstrap !== null) await bootstrap(config.bootstrap, workspaceDefaults);
    const temporal = connectTemporal(config.temporal);
    if (environment.TEMPORAL_ADDRESS === undefined) await registerSearchAttributes(temporal);
    const logger = createLogger(
      'info',
      new Writable({
        write: (chunk, _encoding, done) => {
          this.log += String(chunk);
          done();
        },
      }),
    );
    const server = createHttpServer(createApi({ config, logger, temporal, isStopping }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.parts = { config, temporal, server };
    this.workspaceId = firstOf((await this.get('/v1/workspaces', { workspaceId: null })).body.items).id;
  }

  private get started(): Started {
    if (this.parts === null) throw new Error('the API has not started');
    return this.parts;
  }

  get config(): Config {
    return this.started.config;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.started.server.address() as AddressInfo).port}`;
  }

  /** The server behind `url`. */
  get server(): Server {
    return this.started.server;
  }

  async request<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    options: RequestOptions = {},
  ): Promise<ApiResponse<BodyOf<Method, Path>>> {
    const { key = owner.apiKey, workspaceId = this.workspaceId, body, raw } = options;
    const headers: Record<string, string> = { ...options.headers };
    if (key !== null) headers.authorization ??= `Bearer ${key}`;
    if (workspaceId !== null && workspaceId !== '') headers['x-workspace-id'] ??= workspaceId;
    if (body !== undefined || raw !== undefined) headers['content-type'] ??= 'application/json';
    const payload = raw ?? (body === undefined ? null : JSON.stringify(body));
    const response = await fetch(this.url + path, {
      method,
      headers,
      body: payload as never,
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  }

  get<const Path extends string>(
    path: Path,
    options?: RequestOptions,
  ): Promise<ApiResponse<BodyOf<'GET', Path>>> {
    return this.request('GET', path, options);
  }

  post<const Path extends string>(
    path: Path,
    body?: unknown,
    options?: RequestOptions,
  ): Promise<ApiResponse<BodyOf<'POST', Path>>> {
    return this.request('POST', path, { ...options, body });
  }

  put<const Path extends string>(
    path: Path,
    body?: unknown,
    options?: RequestOptions,
  ): Promise<ApiResponse<BodyOf<'PUT', Path>>> {
    return this.request('PUT', path, { ...options, body });
  }

  delete<const Path extends string>(
    path: Path,
    options?: RequestOptions,
  ): Promise<ApiResponse<BodyOf<'DELETE', Path>>> {
    return this.request('DELETE', path, options);
  }

  /** Runs a worker on this API's task queue until the API stops. */
  async startWorker(): Promise<void> {
    installQuietRuntime();
    const worker = await createWorker(this.config, { workflowBundle: await workflowBundlePath() });
    this.worker = { worker, running: worker.run() };
  }

  async stopWorker(): Promise<void> {
    if (this.worker === null) return;
    this.worker.worker.shutdown();
    await this.worker.running;
    this.worker = null;
  }

  /** Drops the database unless another start will use it. */
  async stop({ keepsDatabase = false } = {}): Promise<void> {
    const { config, temporal, server } = this.started;
    await this.stopWorker();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    // A retry of the client on a closed channel throws from a timer.
    if (config.temporal.address === testTemporalAddress()) await temporal.connection.close();
    if (!keepsDatabase) await mongoose.connection.dropDatabase();
    await disconnectMongo();
  }
}
