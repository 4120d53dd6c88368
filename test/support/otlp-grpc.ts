import { once } from 'node:events';
import { type ClientHttp2Stream, connect, constants } from 'node:http2';
import { type Client, Metadata, type ServiceError } from '@grpc/grpc-js';

const pathOf = (service: string) => `/opentelemetry.proto.collector.${service}/Export`;

export function metadataOf(headers: Record<string, string>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return metadata;
}

/** Calls `Export` of an OTLP service with an encoded message. */
export function callExport(
  client: Client,
  signal: 'trace' | 'logs' | 'metrics',
  message: Uint8Array,
  headers: Record<string, string>,
): Promise<{ error: ServiceError | null; bytes: Buffer | undefined }> {
  const name = `${signal[0]?.toUpperCase()}${signal.slice(1)}Service`;
  const unchanged = (bytes: Buffer) => bytes;
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      pathOf(`${signal}.v1.${name}`),
      unchanged,
      unchanged,
      Buffer.from(message),
      metadataOf(headers),
      (error, bytes) => resolve({ error, bytes }),
    );
  });
}

/** Opens a call on a separate connection, and sends none of its message. */
export function openExport(port: number, headers: Record<string, string>): ClientHttp2Stream {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on('error', () => undefined);
  const stream = session.request({
    ...headers,
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_PATH]: pathOf('trace.v1.TraceService'),
    [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
    te: 'trailers',
  });
  return stream.on('error', () => undefined).on('close', () => session.destroy());
}

/** The same, and sends the beginning of a message of as many bytes. */
export async function stallExport(
  port: number,
  headers: Record<string, string>,
  messageBytes = 1000,
): Promise<ClientHttp2Stream> {
  const stream = openExport(port, headers);
  const prefix = Buffer.alloc(6);
  prefix.writeUInt32BE(messageBytes, 1);
  stream.write(prefix);
  if (stream.session !== undefined) await once(stream.session, 'remoteSettings');
  return stream;
}

/** A credential in spellings that mean the same. */
export function spellingsOf(key: string): string[] {
  return ['Bearer', 'bearer', 'BEARER', 'bEARER'].flatMap((scheme) => [
    `${scheme} ${key}`,
    `${scheme}  ${key}`,
  ]);
}
