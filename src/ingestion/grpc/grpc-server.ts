import type { Server as HttpServer } from 'node:http';
import {
  type handleUnaryCall,
  type Metadata,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { mediaTypes } from '../../../packages/formats';
import { type InProcessResponse, requestInProcess } from '../../platform/http/in-process-request';
import { admitCalls } from './admit-calls';
import { toGrpcStatus } from './grpc-status';

export interface GrpcServerOptions {
  host: string;
  port: number;
  /** Handles the exports. */
  server: HttpServer;
  maxExportBytes: number;
}

export interface RunningGrpcServer {
  port: number;
  /** Stops accepting calls; resolves when those in flight have ended, which are cut after `drainMs`. */
  stop(drainMs: number): Promise<void>;
}

/** The HTTP path of each OTLP service. */
const services = {
  'opentelemetry.proto.collector.trace.v1.TraceService': '/v1/traces',
  'opentelemetry.proto.collector.logs.v1.LogsService': '/v1/logs',
  'opentelemetry.proto.collector.metrics.v1.MetricsService': '/v1/metrics',
} as const;
const forwardedHeaders = ['authorization', 'x-workspace-id', 'x-request-id', 'x-forwarded-for', 'user-agent'];
const MAX_CONCURRENT_STREAMS = 100;

/**
 * OTLP/gRPC. A call is passed on to the HTTP server as a request in protobuf, so that credentials, limits and
 * responses are the same on both ports. `MetricsService` accepts any caller that may export and stores nothing, so
 * an empty request to it checks the credential of a call before its message is read.
 * @throws Error when the port is taken
 */
export async function startGrpcServer(options: GrpcServerOptions): Promise<RunningGrpcServer> {
  const { host, port, server, maxExportBytes } = options;
  const send = (path: string, body: Buffer, { metadata, remoteAddress, signal }: Sender) =>
    requestInProcess(server, {
      method: 'POST',
      path,
      headers: { ...toHeaders(metadata), 'content-type': mediaTypes.protobuf },
      body,
      remoteAddress,
      signal,
    });

  const grpc = new Server({
    'grpc.max_receive_message_length': maxExportBytes,
    'grpc.max_concurrent_streams': MAX_CONCURRENT_STREAMS,
    interceptors: [
      admitCalls(async (metadata, call, signal) => {
        const { remoteAddress = '' } = call.getConnectionInfo();
        const response = await send('/v1/metrics', Buffer.alloc(0), { metadata, remoteAddress, signal });
        if (response.status !== 200) return toGrpcStatus(response);
        return { workspaceId: String(response.headers['x-workspace-id']) };
      }, maxExportBytes),
    ],
  });
  for (const [name, path] of Object.entries(services)) {
    grpc.addService(definitionOf(name), {
      export: exportHandler((body, sender) => send(path, body, sender)),
    } satisfies UntypedServiceImplementation);
  }

  const boundPort = await new Promise<number>((resolve, reject) => {
    grpc.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return {
    port: boundPort,
    stop: (drainMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => grpc.forceShutdown(), drainMs);
        grpc.tryShutdown(() => {
          clearTimeout(cut);
          resolve();
        });
      }),
  };
}

interface Sender {
  metadata: Metadata;
  remoteAddress: string;
  signal: AbortSignal;
}

function exportHandler(
  send: (body: Buffer, sender: Sender) => Promise<InProcessResponse>,
): handleUnaryCall<Buffer, Buffer> {
  return (call, respond) => {
    const cancelled = new AbortController();
    call.on('cancelled', () => cancelled.abort());
    const peer = call.getPeer();
    const remoteAddress = peer.slice(0, peer.lastIndexOf(':'));
    send(call.request, { metadata: call.metadata, remoteAddress, signal: cancelled.signal }).then(
      (response) => {
        if (response.status === 200) respond(null, response.body);
        else respond(toGrpcStatus(response));
      },
      () => respond({ code: status.UNAVAILABLE, details: 'The export was interrupted; retry it' }),
    );
  };
}

/** Messages pass through in encoded form. */
function definitionOf(name: string): ServiceDefinition {
  const unchanged = (bytes: Buffer) => bytes;
  return {
    export: {
      path: `/${name}/Export`,
      requestStream: false,
      responseStream: false,
      requestSerialize: unchanged,
      requestDeserialize: unchanged,
      responseSerialize: unchanged,
      responseDeserialize: unchanged,
    },
  };
}

function toHeaders(metadata: Metadata): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of forwardedHeaders) {
    const [value] = metadata.get(name);
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}
