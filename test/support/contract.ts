import { randomUUID } from 'node:crypto';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { version } from '../../src/platform/version';
import type { ApiResponse, RequestOptions, TestApi } from './api';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from './openapi-document';
import type { BodyOfOperation } from './wire-types';

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  tag: string;
  isPublic: boolean;
  /** Uses the header x-workspace-id, which every operation accepts. */
  isInWorkspace: boolean;
  /** Accepts JSON that our rules apply to; OTLP has its own, see traces.test.ts. */
  hasBody: boolean;
  responses: Record<string, OpenApiResponse>;
}

export interface CallOptions extends RequestOptions {
  /** Path parameters; those left out are unknown ids. */
  params?: Record<string, string>;
  query?: Record<string, string | number | null>;
}

/**
 * Statuses that tests of all operations together provoke, 408 those of body limits, 431 those of the server; 500 is
 * never provoked.
 */
const provokedOfAll = ['401', '408', '413', '415', '429', '431', '500', '503'];

/** A value of a path parameter that names nothing. */
export function unknownParam(name: string): string {
  return name === 'version' ? '999999' : randomUUID();
}

/** The published OpenAPI document, against which every response is checked. */
export class Contract {
  private loaded: OpenApiDocument | null = null;
  operations: Operation[] = [];
  private readonly witnessed = new Set<string>();
  private ajv = new Ajv2020();

  constructor(private readonly api: TestApi) {}

  get document(): OpenApiDocument {
    if (this.loaded === null) throw new Error('the document has not been loaded');
    return this.loaded;
  }

  /** Reads the document of the API, which must be started. */
  async load(): Promise<void> {
    const { body } = await this.api.get('/openapi.json', { key: null, workspaceId: null });
    this.loaded = body as unknown as OpenApiDocument;
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(this.ajv);
    this.ajv.addSchema({ $id: 'openapi', ...closeObjects(this.document) });
    this.operations = Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => describe(path, method, operation)),
    );
  }

  /**
   * Calls an operation.
   * @throws Error when the response does not match the document
   */
  async call<const Id extends string>(
    operationId: Id,
    { params = {}, query = {}, ...options }: CallOptions = {},
  ): Promise<ApiResponse<BodyOfOperation<Id>>> {
    const operation = this.operationOf(operationId);
    const path = operation.path.replaceAll(
      /\{(\w+)\}/g,
      (_text, name: string) => params[name] ?? unknownParam(name),
    );
    const entries = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
    const search = entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
    const response = await this.api.request(operation.method.toUpperCase(), path + search, options);
    this.check(operation, response);
    return response as ApiResponse<BodyOfOperation<Id>>;
  }

  /**
   * `operation status` of documented responses under a tag that were not seen, without those provoked by
   * other tests: isolation.test.ts gets a 403 of every operation in a workspace.
   */
  unwitnessed(tag: string): string[] {
    return this.operations
      .filter((operation) => operation.tag === tag)
      .flatMap(({ operationId, isInWorkspace, responses }) =>
        Object.keys(responses)
          .filter((status) => !provokedOfAll.includes(status) && !(status === '403' && isInWorkspace))
          .map((status) => `${operationId} ${status}`),
      )
      .filter((pair) => !this.witnessed.has(pair));
  }

  hasWitnessed(operationId: string, status: number): boolean {
    return this.witnessed.has(`${operationId} ${status}`);
  }

  /** @throws Error unless the response of an operation is as documented. */
  checkResponse(operationId: string, response: ApiResponse): void {
    this.check(this.operationOf(operationId), response);
  }

  private operationOf(operationId: string): Operation {
    const operation = this.operations.find((candidate) => candidate.operationId === operationId);
    if (operation === undefined) throw new Error(`the document knows no operation ${operationId}`);
    return operation;
  }

  /** @throws Error unless status, headers and body are as documented. */
  private check({ operationId, path, method, responses }: Operation, response: ApiResponse): void {
    const fail = (why: string) => {
      throw new Error(
        `${operationId} responded ${response.status}: ${why}\n${JSON.stringify(response.body)}`,
      );
    };
    const documented = responses[response.status];
    if (documented === undefined) {
      fail('a status that is not documented');
      return;
    }
    if (!response.headers.get('x-request-id')) fail('without x-request-id');
    if (response.headers.get('assay-version') !== version) fail('without the version');
    if (response.headers.get('cache-control') !== 'no-store') fail('may be cached');
    this.witnessed.add(`${operationId} ${response.status}`);
    if (documented.content === undefined) {
      if ((response.body as unknown) !== '') fail('a body where none is documented');
      return;
    }
    const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    if (documented.content[mediaType] === undefined) fail(`the undocumented type ${mediaType}`);
    // Lines are for the tests of their operation.
    if (mediaType !== 'application/json') return;
    const validate = this.validator([
      'paths',
      path,
      method,
      'responses',
      String(response.status),
      'content',
      'application/json',
      'schema',
    ]);
    if (!validate(response.body)) fail(this.ajv.errorsText(validate.errors));
    if (response.status >= 400 && response.status !== 422) {
      const types = Object.keys(documented.content['application/json']?.examples ?? {});
      const type = response.body.detail[0]?.type;
      if (!types.includes(type)) fail(`the type ${type} is not among ${types.join(', ')}`);
    }
  }

  /** Validates against the schema at a place of the document. */
  validator(place: string[]): ValidateFunction {
    const pointer = place
      .map((segment) => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = this.ajv.getSchema(`openapi#/${pointer}`);
    if (validate === undefined) throw new Error(`the document has nothing at ${pointer}`);
    return validate as ValidateFunction;
  }
}

/** The document without room for fields that it does not name. Clients ignore such fields; tests must not. */
function closeObjects(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (_key, value) =>
    value?.type === 'object' && 'properties' in value && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
}

function describe(path: string, method: string, operation: OpenApiOperation): Operation {
  return {
    operationId: operation.operationId,
    method,
    path,
    tag: operation.tags[0] ?? '',
    isPublic: operation.security.length === 0,
    isInWorkspace: operation.parameters.some(
      ({ name, description }) => name === 'x-workspace-id' && !description?.includes('not used'),
    ),
    hasBody:
      operation.requestBody !== undefined &&
      operation.requestBody.content['application/x-protobuf'] === undefined,
    responses: operation.responses,
  };
}
