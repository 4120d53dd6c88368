/** The parts of the published OpenAPI document that tests read. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content: OpenApiContent };
  responses: Record<string, OpenApiResponse>;
  security: Record<string, string[]>[];
}

export interface OpenApiResponse {
  description: string;
  /** Absent for an empty response. */
  content?: OpenApiContent;
}

/** By media type. */
type OpenApiContent = Partial<
  Record<string, { schema?: object; example?: unknown; examples?: Record<string, { value: unknown }> }>
>;
