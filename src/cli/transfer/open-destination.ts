import { z } from 'zod';
import { parseSettings } from '../../platform/settings/parse-settings';
import type { Destination, DestinationKind } from './destination';
import { createLangfuseDestination } from './langfuse-destination';
import { createOtlpDestination } from './otlp-destination';
import { createPhoenixDestination } from './phoenix-destination';

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/**
 * Opens a destination with the settings that its own clients read. Secrets come from the environment alone: a command
 * line is visible to other users of the machine.
 * @throws Error of one line for invalid variables
 */
export function openDestination(kind: DestinationKind, environment: NodeJS.ProcessEnv): Destination {
  switch (kind) {
    case 'otlp': {
      const settings = parseSettings(
        z.object({
          OTEL_EXPORTER_OTLP_ENDPOINT: address.default('http://localhost:4318'),
          OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: address.optional(),
          OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
        }),
        environment,
      );
      return createOtlpDestination({
        url: settings.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT ?? `${settings.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/logs`,
        headers: parseHeaders(settings.OTEL_EXPORTER_OTLP_HEADERS),
      });
    }
    case 'langfuse': {
      const settings = parseSettings(
        z.object({
          LANGFUSE_BASE_URL: address.optional(),
          LANGFUSE_HOST: address.default('https://cloud.langfuse.com'),
          LANGFUSE_PUBLIC_KEY: z.string().min(1),
          LANGFUSE_SECRET_KEY: z.string().min(1),
        }),
        environment,
      );
      return createLangfuseDestination({
        url: settings.LANGFUSE_BASE_URL ?? settings.LANGFUSE_HOST,
        publicKey: settings.LANGFUSE_PUBLIC_KEY,
        secretKey: settings.LANGFUSE_SECRET_KEY,
      });
    }
    case 'phoenix': {
      const settings = parseSettings(
        z.object({
          PHOENIX_HOST: address.default('http://localhost:6006'),
          PHOENIX_API_KEY: z.string().min(1).optional(),
        }),
        environment,
      );
      return createPhoenixDestination({
        url: settings.PHOENIX_HOST,
        apiKey: settings.PHOENIX_API_KEY ?? null,
      });
    }
  }
}

/**
 * `key=value,key=value`, percent-encoded: https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 * @throws Error of one line, without the value
 */
function parseHeaders(text: string): Record<string, string> {
  const entries = text.split(',').flatMap((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 1) return [];
    return [[pair.slice(0, equals).trim(), decodeHeader(pair.slice(equals + 1).trim())]];
  });
  return Object.fromEntries(entries);
}

function decodeHeader(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new Error('OTEL_EXPORTER_OTLP_HEADERS: expected key=value,key=value with percent-encoded values', {
      cause: error,
    });
  }
}
