import type { PagedList } from './requests/paged-list.ts';
import { type RequestArguments, Requester } from './requests/requester.ts';
import { type CallOptions, type ClientOptions, Transport } from './requests/transport.ts';
import { Conversations } from './resources/conversations.ts';
import { Evaluations } from './resources/evaluations.ts';
import { Experiments } from './resources/experiments.ts';
import { Findings } from './resources/findings.ts';
import { Keys } from './resources/keys.ts';
import { Runs } from './resources/runs.ts';
import { Sets } from './resources/sets.ts';
import type {
  BodyOf,
  ItemOf,
  ListName,
  OperationName,
  OperationOutput,
  PageOf,
} from './wire/operation-types.ts';
import type { Detection } from './wire/types.ts';

type DetectionRequest = BodyOf<'POST /v1/detect-hallucinations'>;

// A judge may be a language model.
const DETECTION_TIMEOUT_MS = 120_000;

/**
 * A client of Assay. All methods throw AssayError, UnreachableError if the service stays unavailable, and the abort reason
 * of the signal. Names of fields are those of the API.
 */
export class AssayClient {
  private readonly requester: Requester;
  readonly conversations: Conversations;
  readonly evaluations: Evaluations;
  readonly experiments: Experiments;
  readonly findings: Findings;
  readonly keys: Keys;
  readonly runs: Runs;
  readonly sets: Sets;

  constructor(options: ClientOptions) {
    this.requester = new Requester(new Transport(options));
    this.conversations = new Conversations(this.requester);
    this.evaluations = new Evaluations(this.requester);
    this.experiments = new Experiments(this.requester);
    this.findings = new Findings(this.requester);
    this.keys = new Keys(this.requester);
    this.runs = new Runs(this.requester);
    this.sets = new Sets(this.requester);
  }

  /** Checks the last message, a reply, against the messages before it. */
  detect(
    messages: DetectionRequest['messages'],
    settings: Omit<DetectionRequest, 'messages'> = {},
    options?: CallOptions,
  ): Promise<Detection> {
    const body = { ...settings, messages };
    return this.requester.request(
      'POST /v1/detect-hallucinations',
      { body },
      { timeoutMs: DETECTION_TIMEOUT_MS, ...options },
    );
  }

  /** Sends any operation of the API, for example `client.request('GET /v1/auth/me')`. */
  request<Name extends OperationName>(
    operation: Name,
    ...rest: RequestArguments<Name>
  ): Promise<OperationOutput<Name>> {
    return this.requester.request(operation, ...rest);
  }

  /** Any list of the API, for example `client.list('GET /v1/messages')`. */
  list<Name extends ListName>(
    operation: Name,
    ...rest: RequestArguments<Name>
  ): PagedList<ItemOf<Name>, PageOf<Name>> {
    return this.requester.list(operation, ...rest);
  }
}
