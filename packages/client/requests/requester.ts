import type {
  ItemOf,
  ListName,
  OperationInput,
  OperationName,
  OperationOutput,
  PageOf,
} from '../wire/operation-types.ts';
import { PagedList } from './paged-list.ts';
import type { CallOptions, Transport } from './transport.ts';

const PAGE_SIZE = 100;
const FIXED_PAGE_SIZE: OperationName = 'GET /v1/experiments/{experiment_id}/comparable-experiments';

/** The POSTs that the service may not receive twice, because they accept no idempotency key. */
const notRepeatable: ReadonlySet<OperationName> = new Set<OperationName>([
  'POST /v1/auth/password',
  'POST /v1/auth/delete-account',
  'POST /v1/experiments/{experiment_id}/retry',
  'POST /v1/invitations/accept',
]);

interface AnyInput {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The last arguments of a request; what the operation requires may not be left out. */
export type RequestArguments<Name extends OperationName> =
  Record<never, never> extends OperationInput<Name>
    ? [input?: OperationInput<Name>, options?: CallOptions]
    : [input: OperationInput<Name>, options?: CallOptions];

/** Sends any operation of the API, by its method and path. */
export class Requester {
  constructor(private readonly transport: Transport) {}

  /** @throws as `Transport.send` */
  async request<Name extends OperationName>(
    operation: Name,
    ...[input, options]: RequestArguments<Name>
  ): Promise<OperationOutput<Name>> {
    // The service validates its responses against the schemas of these types.
    return (await this.send(operation, (input ?? {}) as AnyInput, options)) as OperationOutput<Name>;
  }

  /** A list, from the cursor of the query or its beginning; `limit` is the size of the pages, 100 by default. */
  list<Name extends ListName>(
    operation: Name,
    ...[input, options]: RequestArguments<Name>
  ): PagedList<ItemOf<Name>, PageOf<Name>> {
    const { query, ...rest } = (input ?? {}) as AnyInput;
    return new PagedList(async (cursor) => {
      const size = operation === FIXED_PAGE_SIZE ? {} : { limit: PAGE_SIZE };
      const ofPage = { ...size, ...query, ...(cursor !== null && { cursor }) };
      return (await this.send(operation, { ...rest, query: ofPage }, options)) as PageOf<Name>;
    });
  }

  private send(operation: OperationName, input: AnyInput, options: CallOptions = {}): Promise<unknown> {
    const { path = {}, query = {}, body } = input;
    const [method = '', template = ''] = operation.split(' ');
    const target = template.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name])),
    );
    return this.transport.send({
      method,
      path: `${target}${toQueryString(query)}`,
      body,
      isRepeatable: !notRepeatable.has(operation) && !isUnnamedImport(query, body),
      options: { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() },
    });
  }
}

/** Lines of this format may have no `external_id`, by which a repeated import skips what is stored. */
function isUnnamedImport({ format = 'assay' }: Record<string, unknown>, body: unknown): boolean {
  return body instanceof Uint8Array && format === 'assay';
}

function toQueryString(query: Record<string, unknown>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
