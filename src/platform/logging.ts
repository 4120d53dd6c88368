import pino, { type DestinationStream, type Logger, type SerializedError } from 'pino';

export type { Logger } from 'pino';

/**
 * The fields of an error that may be logged. All others are dropped: a failed write, for example, carries its
 * documents, which contain conversations.
 */
export function withoutContent(error: SerializedError): Partial<SerializedError> {
  if (error?.raw === undefined) return error; // not an error
  const { type, message, stack, code } = error;
  return { type, message, stack, ...(code === undefined ? {} : { code }) };
}

// Temporal logs errors under `error`.
const ofError = pino.stdSerializers.wrapErrorSerializer(withoutContent);

/**
 * A JSON logger on stdout or on the given stream. Values logged by mistake under a credential's name are
 * redacted; message texts and bodies are never passed to it.
 */
export function createLogger(level: string, destination: DestinationStream = openLog(1)): Logger {
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
  return pino(options, destination);
}

/** Opens a file or descriptor for a log. Lines that cannot be written are lost: a full disk must not end the process. */
export function openLog(dest: string | number) {
  return pino.destination({ dest, minLength: 0 }).on('error', () => undefined);
}
