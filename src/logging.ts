import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/**
 * A JSON logger on stdout, or on the given stream. Whatever is logged by mistake under a credential's name
 * is replaced; message texts and bodies are never passed to it.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
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
