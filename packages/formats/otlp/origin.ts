import { cutText } from '../values/cut-text';
import { fieldsOf, listOf } from '../values/fields';
import { textOf } from '../values/texts';

/** The instrumentation that a span or log record comes from; null: not stated. */
export interface Origin {
  /** The name of its instrumentation scope. */
  sdkName: string | null;
  sdkVersion: string | null;
  language: string | null;
}

const MAX_NAME = 128;

/** The origins of the spans that `rawSpans` returns, in its order. */
export function spanOrigins(decoded: unknown): Origin[] {
  return originsOf(decoded, ['resourceSpans', 'scopeSpans', 'spans']);
}

/** The origins of the records that `rawLogRecords` returns, in its order. */
export function logOrigins(decoded: unknown): Origin[] {
  return originsOf(decoded, ['resourceLogs', 'scopeLogs', 'logRecords']);
}

function originsOf(decoded: unknown, [resources, scopes, records]: [string, string, string]): Origin[] {
  return listOf(fieldsOf(decoded)[resources]).flatMap((ofResource) => {
    const language = languageOf(fieldsOf(ofResource).resource);
    return listOf(fieldsOf(ofResource)[scopes]).flatMap((ofScope) => {
      const { name, version } = fieldsOf(fieldsOf(ofScope).scope);
      const origin = { sdkName: nameOf(name), sdkVersion: nameOf(version), language };
      return listOf(fieldsOf(ofScope)[records]).map(() => origin);
    });
  });
}

function languageOf(resource: unknown): string | null {
  const pairs = listOf(fieldsOf(resource).attributes).map(fieldsOf);
  const pair = pairs.find(({ key }) => key === 'telemetry.sdk.language');
  return nameOf(fieldsOf(pair?.value).stringValue);
}

function nameOf(value: unknown): string | null {
  return toDisplayName(textOf(value)) || null;
}

/** A name that a client made up, on one line and cut: it is shown in terminals. */
export function toDisplayName(name: string): string {
  return cutText(name.replace(/\p{C}+/gu, ' ').trim(), MAX_NAME);
}
