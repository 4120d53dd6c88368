import { fieldsOf } from '../values/fields';
import { UndecodableExport } from './undecodable-export';
import { unknownFields, wireField } from './wire-fields';

/** The fields that lead to the records of an export. The second name of each, if any, is that before OTLP 1.0. */
interface ExportPath {
  endpoint: string;
  fields: readonly [resources: string[], scopes: string[], records: string[]];
}

export const spanPath: ExportPath = {
  endpoint: '/v1/traces',
  fields: [['resourceSpans'], ['scopeSpans', 'instrumentationLibrarySpans'], ['spans']],
};

export const logPath: ExportPath = {
  endpoint: '/v1/logs',
  fields: [['resourceLogs'], ['scopeLogs', 'instrumentationLibraryLogs'], ['logRecords', 'logs']],
};

const otherFields = ['resource', 'scope', 'instrumentationLibrary', 'schemaUrl'];

/** A record of an export with what surrounds it. */
export interface PlacedRecord<Entry = unknown> {
  record: unknown;
  /** What the readers made of its resource and scope. */
  entry: Entry;
}

/**
 * The records of a decoded export in order, with what the readers make of their resource and scope.
 * @throws UndecodableExport for a body of another form or of another signal
 */
export function recordsOf<Entry>(
  decoded: unknown,
  { fields: [resources, scopes, records] }: ExportPath,
  readResource: (resource: unknown) => (scope: unknown) => Entry,
): PlacedRecord<Entry>[] {
  return nested(decoded, resources).flatMap((ofResource) => {
    const readScope = readResource(fieldsOf(ofResource).resource);
    return nested(ofResource, scopes).flatMap((ofScope) => {
      const { scope } = fieldsOf(ofScope);
      const entry = readScope(scope ?? wireField(fieldsOf(ofScope), 'instrumentationLibrary'));
      return nested(ofScope, records).map((record) => ({ record, entry }));
    });
  });
}

function nested(message: unknown, names: readonly string[]): unknown[] {
  const [name = ''] = names;
  if (typeof message !== 'object' || message === null || Array.isArray(message)) throw wrongShape(name);
  const fields = message as Record<string, unknown>;
  const entries = names
    .map((one) => wireField(fields, one))
    .find((value) => value !== undefined && value !== null);
  if (entries !== undefined && !Array.isArray(entries)) throw wrongShape(name);
  if (entries === undefined) refuseOthers(fields, name);
  return entries ?? [];
}

function wrongShape(field: string): UndecodableExport {
  return new UndecodableExport(`The body is not an OTLP export: ${field} should be a list inside an object`);
}

/** A later version of OTLP may have other fields next to these, but not instead of them. */
function refuseOthers(fields: Record<string, unknown>, name: string): void {
  const names = unknownFields(fields, otherFields);
  if (names.length === 0) return;
  const other = [spanPath, logPath].find((path) => names.some((field) => isFirstOf(path, field)));
  const advice = other === undefined ? '' : `. Send them to ${other.endpoint}`;
  throw new UndecodableExport(
    `The body is not an OTLP export: ${name} is missing; it has ${names.join(', ')}${advice}`,
  );
}

function isFirstOf({ fields: [resources] }: ExportPath, field: string): boolean {
  return unknownFields({ [field]: null }, resources).length === 0;
}
