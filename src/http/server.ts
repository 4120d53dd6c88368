import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors/app-error';
import { toErrorAnswer } from './error-body';

const LONGEST_REQUEST_MS = 3_600_000;
/** Longer than proxies and clients keep a connection idle, or they send into one that is just being closed. */
const IDLE_CONNECTION_MS = 75_000;

/** A server whose answers to what is hardly HTTP, and so never reaches the app, have the shape of its other errors. */
export function createHttpServer(app: RequestListener): Server {
  const server = createServer(app).on('clientError', answerBrokenRequest);
  // An upload of many conversations may take long; what is slow to send its headers is still cut after a minute.
  server.requestTimeout = LONGEST_REQUEST_MS;
  server.keepAliveTimeout = IDLE_CONNECTION_MS;
  return server;
}

function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = toErrorAnswer(
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('headers_too_large', 'The headers are too large', { loc: ['header'] })
      : new AppError('request_malformed', 'The request cannot be read as HTTP'),
  );
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}
