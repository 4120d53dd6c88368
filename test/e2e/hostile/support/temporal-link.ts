import { once } from 'node:events';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

/** A call to Temporal's frontend, as the link sees it. */
export interface TemporalCall {
  /** Without the name of the service, e.g. `DescribeWorkflowExecution`. */
  method: string;
  startedAt: number;
}

/**
 * A proxy to a Temporal frontend that records every call, and that can stop responding like a hanging server.
 */
export class TemporalLink {
  /** Every call so far. */
  readonly calls: TemporalCall[] = [];
  private readonly open = new Set<TemporalCall>();
  private readonly held = new Set<() => void>();
  private readonly sessions = new Set<ServerHttp2Session>();
  private isSilent = false;

  private constructor(
    private readonly server: Http2Server,
    private readonly target: string,
  ) {
    server.on('session', (session) => this.serve(session));
  }

  static async to(target: string): Promise<TemporalLink> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TemporalLink(server, target);
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The number of calls of these methods that wait for a response. */
  inFlight(methods: readonly string[]): number {
    return [...this.open].filter(({ method }) => methods.includes(method)).length;
  }

  /** Accepts calls and sends no responses to new ones. */
  fallSilent(): void {
    this.isSilent = true;
  }

  /** Forwards calls again, including those that wait. */
  speak(): void {
    this.isSilent = false;
    for (const forward of this.held) forward();
    this.held.clear();
  }

  close(): void {
    for (const session of this.sessions) session.destroy();
    this.server.close();
  }

  private serve(near: ServerHttp2Session): void {
    const far = new FarConnection(this.target);
    this.sessions.add(near);
    near.on('error', () => far.close());
    near.on('close', () => {
      this.sessions.delete(near);
      far.close();
    });
    near.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      const call = { method: String(headers[':path']).split('/').at(-1) ?? '', startedAt: Date.now() };
      this.calls.push(call);
      this.open.add(call);
      const start = () => forward(stream, headers, far.session());
      stream.on('error', () => undefined);
      stream.on('close', () => {
        this.open.delete(call);
        this.held.delete(start);
      });
      if (this.isSilent) this.held.add(start);
      else start();
    });
  }
}

/**
 * The server's side of one client's connection. A server ends a session that was idle for minutes, as all are
 * during a long silence; calls that are forwarded afterwards use a new one.
 */
class FarConnection {
  private readonly sessions = new Set<ClientHttp2Session>();
  private current: ClientHttp2Session | null = null;

  constructor(private readonly target: string) {}

  session(): ClientHttp2Session {
    if (this.current === null) {
      const session = connect(`http://${this.target}`);
      this.sessions.add(session);
      const isOver = () => {
        if (this.current === session) this.current = null;
      };
      session.on('goaway', isOver);
      session.on('error', isOver);
      session.on('close', () => {
        isOver();
        this.sessions.delete(session);
      });
      this.current = session;
    }
    return this.current;
  }

  close(): void {
    for (const session of this.sessions) session.destroy();
  }
}

/** Sends one call on and its response back; gRPC puts the status of a call into the trailers of the response. */
function forward(near: ServerHttp2Stream, headers: IncomingHttpHeaders, session: ClientHttp2Session): void {
  if (near.destroyed || session.destroyed) return;
  const far: ClientHttp2Stream = session.request(headers);
  let trailers: IncomingHttpHeaders = {};
  far.on('response', (response, flags) => {
    if (near.destroyed) return;
    const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    near.respond(response, isWhole ? { endStream: true } : { waitForTrailers: true });
    if (!isWhole) far.pipe(near);
  });
  far.on('trailers', (received) => {
    trailers = received;
  });
  near.on('wantTrailers', () => near.sendTrailers(trailers));
  near.on('close', () => far.close(constants.NGHTTP2_CANCEL));
  far.on('error', () => near.close(constants.NGHTTP2_INTERNAL_ERROR));
  near.pipe(far);
}
