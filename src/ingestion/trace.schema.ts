import { z } from 'zod';

const attributesSchema = z
  .array(z.looseObject({ key: z.string(), value: z.looseObject({}).describe('AnyValue') }))
  .optional();

/** The relevant parts of OTLP's JSON form, for the documentation only: OTLP defines the protocol. */
export const exportTracesSchema = z
  .looseObject({
    resourceSpans: z
      .array(
        z.looseObject({
          scopeSpans: z
            .array(
              z.looseObject({
                spans: z
                  .array(
                    z.looseObject({
                      traceId: z.string().describe('32 hexadecimal digits'),
                      spanId: z.string().describe('16 hexadecimal digits'),
                      name: z.string().optional(),
                      startTimeUnixNano: z.union([z.string(), z.number()]),
                      endTimeUnixNano: z.union([z.string(), z.number()]).optional(),
                      attributes: attributesSchema,
                    }),
                  )
                  .optional(),
              }),
            )
            .optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'ExportTraceServiceRequest' });

export const exportLogsSchema = z
  .looseObject({
    resourceLogs: z
      .array(
        z.looseObject({
          scopeLogs: z
            .array(
              z.looseObject({
                logRecords: z
                  .array(
                    z.looseObject({
                      traceId: z.string().optional(),
                      spanId: z.string().optional(),
                      timeUnixNano: z.union([z.string(), z.number()]).optional(),
                      eventName: z.string().optional(),
                      body: z.looseObject({}).optional().describe('AnyValue'),
                      attributes: attributesSchema,
                    }),
                  )
                  .optional(),
              }),
            )
            .optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'ExportLogsServiceRequest' });

export const protobufSchema = z.string().describe('The same message in protobuf').meta({ format: 'binary' });

const partialSuccessOf = <Field extends string>(field: Field, what: string) =>
  z.object({
    partialSuccess: z
      .object({
        [field]: z.string().describe(`Number of rejected ${what}, in decimal digits`),
        errorMessage: z.string().describe('Why, and what to change'),
      })
      .optional()
      .describe('Absent when everything was accepted and read. With none rejected, the message is a warning'),
  });

export const exportTracesResponseSchema = partialSuccessOf('rejectedSpans', 'spans').meta({
  id: 'ExportTraceServiceResponse',
});

export const exportLogsResponseSchema = partialSuccessOf('rejectedLogRecords', 'log records').meta({
  id: 'ExportLogsServiceResponse',
});

export const rpcStatusSchema = z
  .object({ code: z.int().describe('3: invalid argument'), message: z.string() })
  .meta({ id: 'RpcStatus' });
