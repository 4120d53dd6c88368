/** The parts of the published OpenAPI document that tests read. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, object>;
    examples: Record<string, { value: unknown }>;
    headers: Record<string, OpenApiHeader>;
    securitySchemes: object;
  };
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: { name: string; in: string; required?: boolean; description?: string; schema?: object }[];
  requestBody?: { content: OpenApiContent };
  responses: Record<string, OpenApiResponse>;
  security: Record<string, string[]>[];
}

interface OpenApiHeader {
  description?: string;
}

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, OpenApiHeader | { $ref: string }>;
  /** Absent for an empty response. */
  content?: OpenApiContent;
}

/** By media type. */
type OpenApiContent = Partial<
  Record<string, { schema?: object; example?: unknown; examples?: Record<string, { $ref: string }> }>
>;
