type Schema = Record<string, unknown>;

/**
 * Builds a value that matches a JSON schema from sentences: strings get the best sentence, numbers the first
 * number found or 0, booleans false, arrays of strings one sentence; other arrays are empty. References are
 * not followed.
 */
export function fillSchema(schema: unknown, sentences: string[]): unknown {
  if (!isSchema(schema)) return null;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if (Array.isArray(schema.anyOf)) return fillSchema(schema.anyOf[0], sentences);
  switch (typeOf(schema)) {
    case 'object':
      return fillObject(schema, sentences);
    case 'array':
      return fillArray(schema, sentences);
    case 'string':
      return sentences[0] ?? '';
    case 'number':
      return firstNumber(sentences);
    case 'integer':
      return Math.trunc(firstNumber(sentences));
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function fillObject(schema: Schema, sentences: string[]): Record<string, unknown> {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, fillSchema(property, sentences)]),
  );
}

function fillArray(schema: Schema, sentences: string[]): unknown[] {
  const holdsText = isSchema(schema.items) && typeOf(schema.items) === 'string' && !('enum' in schema.items);
  return holdsText ? sentences.slice(0, 1) : [];
}

/** The type of a schema; the first one of a list such as `["string", "null"]`. */
function typeOf({ type, properties }: Schema): unknown {
  if (Array.isArray(type)) return type[0];
  return type ?? (properties === undefined ? undefined : 'object');
}

function firstNumber(sentences: string[]): number {
  const match = sentences.join(' ').match(/-?\d{1,15}(?:\.\d{1,15})?/);
  return match ? Number(match[0]) : 0;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
