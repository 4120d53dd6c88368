import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from './api-server';
import { loadConfig } from './config';
import { createJudgingPool } from './evaluation/judging/judging-pool';
import { startGrpcServer } from './ingestion/grpc/grpc-server';
import { createHttpServer } from './platform/http/server';
import { createLogger } from './platform/logging';
import { connectMongo, disconnectMongo } from './platform/mongo/connection';
import { watchMongoDisk } from './platform/mongo/disk-space';
import { abortAbandonedInBackground } from './platform/mongo/open-transactions';
import { exitWithFailure, onStopRequest } from './platform/process-lifetime';
import { connectTemporal } from './platform/temporal/connection';

/** People wait for the response, so an unavailable engine is reported soon. */
const SERVER_SELECTION_TIMEOUT_MS = 3000;
const DRAIN_MS = 20_000;

/** The api process: serves until it is asked to stop, finishes the requests in flight, and exits 0. */
async function main(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  await connectMongo(config.mongodbUri, {
    appName: 'assay-api',
    serverSelectionTimeoutMs: SERVER_SELECTION_TIMEOUT_MS,
    socketTimeoutMs: 30_000,
  });
  const stopping = new AbortController();
  void watchMongoDisk({ dataDir: config.dataDir, logger, signal: stopping.signal });
  const temporal = connectTemporal(config.temporal);
  const judging = createJudgingPool();
  await judging.ready();
  let isStopping = false;
  const grounding = judging.evaluator;
  const server = createHttpServer(
    createApi({ config, logger, temporal, grounding, isStopping: () => isStopping }),
  );

  const { host, otlpGrpcPort, maxExportBytes } = config;
  const grpc =
    otlpGrpcPort === null
      ? null
      : await startGrpcServer({ host, port: otlpGrpcPort, server, maxExportBytes });
  onStopRequest(logger, () => {
    isStopping = true;
    void Promise.all([drain(server), grpc?.stop(DRAIN_MS)]).then(async () => {
      stopping.abort();
      await judging.close();
      await disconnectMongo();
      // Last: a retry of the Temporal client on a closed channel throws from a timer.
      await temporal.connection.close();
      process.exit(0);
    });
  });
  await listen(server, config.port, host);
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  process.send?.({ ready: true, url });
  logger.info({ url, otlpGrpcPort }, 'api is listening');
  abortAbandonedInBackground(logger);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

/**
 * Stops accepting connections and waits for requests in flight; closes the remaining ones after the limit.
 */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

main().catch(exitWithFailure);
