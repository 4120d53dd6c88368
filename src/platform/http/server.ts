import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors/app-error';
import { requestTimeout } from '../errors/error-templates';
import { version } from '../version';
import { toErrorResponse } from './error-body';

/** Node.js checks timeouts at this interval, so they may be exceeded by as much. */
const CHECKING_INTERVAL_MS = 5000;
/** A client that trickles its headers is disconnected after a minute at the latest. */
const HEADERS_TIMEOUT_MS = 60_000 - CHECKING_INTERVAL_MS;
/** An upload of many conversations may take long; routes limit the time of all other bodies. */
const REQUEST_TIMEOUT_MS = 3_600_000;
/**
 * Longer than the idle timeout of proxies and clients, which would otherwise send into a connection that is
 * being closed.
 */
const IDLE_CONNECTION_MS = 75_000;

/**
 * A server whose responses to malformed HTTP, which never reaches the app, have the shape of all other
 * errors.
 */
export function createHttpServer(app: RequestListener): Server {
  const options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECKING_INTERVAL_MS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
  };
  return createServer(options, oneAtATime(app)).on('clientError', respondToBrokenRequest);
}

/** A connection with more waiting requests is closed: no client pipelines as many. */
const MAX_WAITING_REQUESTS = 1000;

/**
 * Handles the requests of a connection one after the other. Node.js passes on every pipelined request at once: hundreds
 * of responses would be built for a client that reads none of them.
 */
function oneAtATime(app: RequestListener): RequestListener {
  const waitingOf = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const handle = () => {
      // When a connection ends, Node.js closes only the response being sent: another one would hold its memory and
      // permits forever.
      if (!socket.writable) return;
      response.once('close', handleNext);
      app(request, response);
    };
    const handleNext = () => {
      const next = waitingOf.get(socket)?.shift();
      if (next === undefined) waitingOf.delete(socket);
      else setImmediate(next);
    };
    const waiting = waitingOf.get(socket);
    if (waiting === undefined) {
      waitingOf.set(socket, []);
      handle();
      return;
    }
    waiting.push(handle);
    if (waiting.length > MAX_WAITING_REQUESTS) socket.destroy();
  };
}

function respondToBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = toErrorResponse(describeBrokenRequest(error));
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${randomUUID()}`,
    `Assay-Version: ${version}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

function describeBrokenRequest({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers_too_large', 'Headers too large', { loc: ['header'] });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return requestTimeout('headers within the time limit');
  }
  return new AppError('request_malformed', 'Malformed HTTP request');
}
