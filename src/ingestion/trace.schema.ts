import { z } from 'zod';

const unixNanoSchema = z
  .union([z.string(), z.number()])
  .meta({ id: 'UnixNano', description: 'Nanoseconds since 1970, in decimal digits' });
const anyValueSchema = z.looseObject({}).meta({ id: 'AnyValue', description: "OTLP's AnyValue" });
const attributesSchema = z
  .array(
    z.looseObject({ key: z.string().optional(), value: anyValueSchema.optional() }).meta({ id: 'KeyValue' }),
  )
  .optional();

const spanSchema = z
  .looseObject({
    traceId: z.string().optional().describe('32 hexadecimal digits'),
    spanId: z.string().optional().describe('16 hexadecimal digits'),
    name: z.string().optional(),
    startTimeUnixNano: unixNanoSchema.optional(),
    endTimeUnixNano: unixNanoSchema.optional(),
    attributes: attributesSchema,
  })
  .meta({ id: 'Span' });
const scopeSpansSchema = z.looseObject({ spans: z.array(spanSchema).optional() }).meta({ id: 'ScopeSpans' });
const resourceSpansSchema = z
  .looseObject({ scopeSpans: z.array(scopeSpansSchema).optional() })
  .meta({ id: 'ResourceSpans' });

/** The relevant parts of OTLP's JSON form, for the documentation only: OTLP defines the protocol. */
export const exportTracesSchema = z
  .looseObject({ resourceSpans: z.array(resourceSpansSchema).optional() })
  .meta({ id: 'ExportTraceServiceRequest' });

const logRecordSchema = z
  .looseObject({
    traceId: z.string().optional(),
    spanId: z.string().optional(),
    timeUnixNano: unixNanoSchema.optional(),
    eventName: z.string().optional(),
    body: anyValueSchema.optional(),
    attributes: attributesSchema,
  })
  .meta({ id: 'LogRecord' });
const scopeLogsSchema = z
  .looseObject({ logRecords: z.array(logRecordSchema).optional() })
  .meta({ id: 'ScopeLogs' });
const resourceLogsSchema = z
  .looseObject({ scopeLogs: z.array(scopeLogsSchema).optional() })
  .meta({ id: 'ResourceLogs' });

export const exportLogsSchema = z
  .looseObject({ resourceLogs: z.array(resourceLogsSchema).optional() })
  .meta({ id: 'ExportLogsServiceRequest' });

export const protobufSchema = z.string().describe('The same message in protobuf').meta({ format: 'binary' });

const partialSuccessOf = <Field extends string>(id: string, field: Field, what: string) =>
  z.object({
    partialSuccess: z
      .object({
        [field]: z.string().describe(`Number of rejected ${what}, in decimal digits`),
        errorMessage: z.string().describe('Why, and what to change'),
      })
      .meta({ id })
      .optional()
      .describe('Absent when everything was accepted and read. With none rejected, the message is a warning'),
  });

export const exportTracesResponseSchema = partialSuccessOf(
  'TracePartialSuccess',
  'rejectedSpans',
  'spans',
).meta({
  id: 'ExportTraceServiceResponse',
});

export const exportLogsResponseSchema = partialSuccessOf(
  'LogsPartialSuccess',
  'rejectedLogRecords',
  'log records',
).meta({
  id: 'ExportLogsServiceResponse',
});

export const rpcStatusSchema = z
  .object({ code: z.int().describe('3: invalid argument'), message: z.string() })
  .meta({ id: 'RpcStatus' });
