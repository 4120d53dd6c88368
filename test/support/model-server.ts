import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response of the server to one request. `rate_limited` counts the rejected requests of its model. */
export type Behaviour =
  /** Replies with the text of the last message. */
  | { kind: 'echo' }
  /** `usage: null` leaves the token counts out; default: 100 prompt and 20 completion tokens. */
  | { kind: 'text'; text: string; usage?: Usage | null }
  /** The text of the reply is this value as JSON. */
  | { kind: 'json'; value: unknown; usage?: Usage | null }
  /** The assistant message as given, for tool calls, refusals and odd shapes. */
  | { kind: 'message'; message: unknown; finishReason?: string; usage?: Usage | null }
  /** 429 for the first `times` requests of the model, then `next`. */
  | { kind: 'rate_limited'; times: number; headers?: Record<string, string>; next: Behaviour }
  /** An error in OpenAI's shape, or `body` as given. */
  | {
      kind: 'status';
      status: number;
      message?: string;
      code?: string;
      body?: unknown;
      headers?: Record<string, string>;
    }
  /** 200 and JSON by its header, but not by its body. */
  | { kind: 'garbage' }
  /** Announces more bytes than it sends, then closes the connection. */
  | { kind: 'truncated' }
  /** 200 and this JSON. */
  | { kind: 'wrong_shape'; body: unknown }
  | { kind: 'slow'; ms: number; next: Behaviour }
  /** Sends the headers and the first byte, then nothing. */
  | { kind: 'stalled' }
  | { kind: 'never' };

export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
}

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The JSON body; tests mostly check `model` and `messages`. */
  body: Record<string, unknown> & { model: string; messages: Array<Record<string, unknown>> };
  receivedAt: number;
}

export type Script = (request: RecordedRequest) => Behaviour | Promise<Behaviour>;

/** Responds with each of these once, then always with the last. */
export function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): Script {
  const rest = [...behaviours];
  return () => (rest.length > 1 ? (rest.shift() as Behaviour) : (rest[0] as Behaviour));
}

/** A real HTTP server that speaks POST /v1/chat/completions and misbehaves on demand. */
export class ModelServer {
  readonly requests: RecordedRequest[] = [];
  /** The maximum number of concurrent requests. */
  maxInFlight = 0;
  private inFlight = 0;
  private readonly scripts = new Map<string, Script>();
  private readonly refusals = new Map<string, number>();
  private fallback: Script = () => ({ kind: 'echo' });
  private readonly server = createServer((request, response) => {
    this.handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  /** On a free port, unless it is one that it has listened on before. */
  async start(port = 0): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The value for a provider's `base_url`. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  /** Sets how a model responds from now on, and resets its count of rejected requests. */
  on(model: string, behaviour: Behaviour | Script): this {
    this.refusals.delete(model);
    this.scripts.set(model, typeof behaviour === 'function' ? behaviour : () => behaviour);
    return this;
  }

  /** Sets how every other model responds; the default is `echo`. */
  otherwise(behaviour: Behaviour | Script): this {
    this.fallback = typeof behaviour === 'function' ? behaviour : () => behaviour;
    return this;
  }

  /** Forgets how models respond and what they received. */
  reset(): void {
    this.requests.length = 0;
    this.maxInFlight = 0;
    this.scripts.clear();
    this.refusals.clear();
    this.otherwise({ kind: 'echo' });
  }

  requestsFor(model: string): RecordedRequest[] {
    return this.requests.filter(({ body }) => body.model === model);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    response.once('close', () => {
      this.inFlight -= 1;
    });
    const recorded = await record(request);
    this.requests.push(recorded);
    if (recorded.method !== 'POST' || recorded.path !== '/v1/chat/completions') {
      sendError(response, { status: 404, message: `no route for ${recorded.method} ${recorded.path}` });
      return;
    }
    const script = this.scripts.get(recorded.body.model) ?? this.fallback;
    await this.respond(await script(recorded), recorded, response);
  }

  private async respond(
    behaviour: Behaviour,
    request: RecordedRequest,
    response: ServerResponse,
  ): Promise<void> {
    const { model } = request.body;
    switch (behaviour.kind) {
      case 'echo':
        return sendCompletion(response, model, assistant(textOf(request.body.messages.at(-1))));
      case 'text':
        return sendCompletion(response, model, assistant(behaviour.text), behaviour);
      case 'json':
        return sendCompletion(response, model, assistant(JSON.stringify(behaviour.value)), behaviour);
      case 'message':
        return sendCompletion(response, model, behaviour.message, behaviour);
      case 'rate_limited': {
        const refused = this.refusals.get(model) ?? 0;
        if (refused >= behaviour.times) return this.respond(behaviour.next, request, response);
        this.refusals.set(model, refused + 1);
        return sendError(response, {
          status: 429,
          message: 'Rate limit reached',
          headers: behaviour.headers ?? { 'retry-after': '1' },
        });
      }
      case 'status':
        return sendError(response, behaviour);
      case 'garbage':
        return send(response, 200, '<<< this is not JSON >>>');
      case 'truncated':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"choices": [{"message"', () => response.destroy());
        return;
      case 'wrong_shape':
        return send(response, 200, JSON.stringify(behaviour.body));
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, behaviour.ms));
        return this.respond(behaviour.next, request, response);
      case 'stalled':
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{');
        return;
      case 'never':
        return;
    }
  }
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const receivedAt = Date.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: text === '' ? { model: '', messages: [] } : JSON.parse(text),
    receivedAt,
  };
}

function assistant(content: string) {
  return { role: 'assistant', content };
}

function textOf(message: Record<string, unknown> | undefined): string {
  const content = message?.content;
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

let completions = 0;

function sendCompletion(
  response: ServerResponse,
  model: string,
  message: unknown,
  options: { finishReason?: string; usage?: Usage | null } = {},
): void {
  const { finishReason = 'stop', usage = { prompt_tokens: 100, completion_tokens: 20 } } = options;
  completions += 1;
  const body = {
    id: `chatcmpl-${completions}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1_000),
    model,
    choices: [{ index: 0, message, finish_reason: finishReason, logprobs: null }],
    ...(usage && { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } }),
  };
  send(response, 200, JSON.stringify(body));
}

interface ErrorResponse {
  status: number;
  message?: string;
  code?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

function sendError(response: ServerResponse, respond: ErrorResponse): void {
  const error = { message: respond.message ?? 'failed on demand', type: 'error', code: respond.code ?? null };
  send(response, respond.status, JSON.stringify(respond.body ?? { error }), respond.headers);
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}
