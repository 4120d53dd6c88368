import pino, { type DestinationStream, type Logger, type SerializedError } from 'pino';

export type { Logger } from 'pino';

/**
 * What a log tells of an error that pino has read. What else hangs on it stays out: a write that failed, for one,
 * carries the documents that it was to write, and they hold conversations.
 */
export function withoutContent(error: SerializedError): Partial<SerializedError> {
  if (error?.raw === undefined) return error; // it is no error, whatever stands there
  const { type, message, stack, code } = error;
  return { type, message, stack, ...(code === undefined ? {} : { code }) };
}

// Temporal logs errors under `error`.
const ofError = pino.stdSerializers.wrapErrorSerializer(withoutContent);

/**
 * A JSON logger on stdout, or on the given stream. Whatever is logged by mistake under a credential's name
 * is replaced; message texts and bodies are never passed to it.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: ofError, error: ofError },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'authorization',
        'cookie',
        'password',
        'key',
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.key',
        'req.headers',
      ],
      censor: '[redacted]',
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
