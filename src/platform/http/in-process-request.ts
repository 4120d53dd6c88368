import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
} from 'node:http';
import { duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface InProcessRequest {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** The address of the client, for limits and logs. */
  remoteAddress: string;
  /** Closes the connection, as a client that leaves does. */
  signal: AbortSignal;
}

export interface InProcessResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Sends an HTTP request to a server of this process, which need not listen. The server handles it like any other.
 * @throws Error when the connection is closed before the whole response was sent
 */
export async function requestInProcess(
  server: Server,
  { method, path, headers, body, remoteAddress, signal }: InProcessRequest,
): Promise<InProcessResponse> {
  const [client, connection] = duplexPair();
  // What the service reads of a network socket. Its bytes do not count: those of the body do.
  server.emit('connection', Object.assign(connection, { remoteAddress, bytesRead: 0 }));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ method, path, headers, signal, host: 'in-process', createConnection: () => client })
      .once('response', resolve)
      .once('error', reject)
      .end(body);
  });
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
}
