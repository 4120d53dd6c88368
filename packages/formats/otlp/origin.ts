import { fieldsOf } from '../values/fields';
import { textOf } from '../values/texts';
import { toDisplayName } from './display-name';
import { logPath, recordsOf, spanPath } from './export-path';
import { attributePairs, textPair } from './wire-fields';

/** The instrumentation that a span or log record comes from; null: not stated. */
export interface Origin {
  /** The name of its instrumentation scope. */
  sdkName: string | null;
  sdkVersion: string | null;
  language: string | null;
}

/** The origins of the spans that `rawSpans` returns, in its order. */
export function spanOrigins(decoded: unknown): Origin[] {
  return recordsOf(decoded, spanPath, toOrigin).map(({ entry }) => entry);
}

/** The origins of the records that `rawLogRecords` returns, in its order. */
export function logOrigins(decoded: unknown): Origin[] {
  return recordsOf(decoded, logPath, toOrigin).map(({ entry }) => entry);
}

function toOrigin(resource: unknown): (scope: unknown) => Origin {
  const language = languageOf(resource);
  return (scope) => {
    const { name, version } = fieldsOf(scope);
    return { sdkName: nameOf(name), sdkVersion: nameOf(version), language };
  };
}

function languageOf(resource: unknown): string | null {
  const pairs = attributePairs(resource).map(textPair);
  return nameOf(pairs.find((pair) => pair?.[0] === 'telemetry.sdk.language')?.[1]);
}

function nameOf(value: unknown): string | null {
  return toDisplayName(textOf(value)) || null;
}
