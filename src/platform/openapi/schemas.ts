import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Schemas of the components by name. */
export type Schemas = Record<string, Json>;

const PREFIX = '#/components/schemas/';

/**
 * A zod schema as JSON schema. Schemas with an id move to the components. A schema whose input and output
 * differ (defaults) gets a second component with the suffix `Input`. Not `z.toJSONSchema` of a registry: that
 * converts every schema with an id, in one direction, also those that no route uses.
 */
export function convert(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): Json {
  const options = { io, unrepresentable: 'any', override: simplify } as const;
  const { $schema, $defs = {}, ...root } = z.toJSONSchema(schema, options) as Json & { $defs?: Schemas };
  const id = schema.meta()?.id;
  const isNamed = id !== undefined && !('$ref' in root);
  const definitions: Schemas = { ...$defs, ...(isNamed && { [id]: root }) };
  const names = nameComponents(definitions, io, schemas);
  for (const [name, definition] of Object.entries(definitions)) {
    schemas[names.get(name) ?? name] ??= rename(definition, names);
  }
  return isNamed ? { $ref: PREFIX + (names.get(id) ?? id) } : rename(root, names);
}

/** The name of each definition; one that contains a definition with another name has another one, too. */
function nameComponents(definitions: Schemas, io: 'input' | 'output', schemas: Schemas): Map<string, string> {
  const names = new Map(Object.keys(definitions).map((name) => [name, name]));
  if (io === 'output') return names;
  let size: number;
  const renamed = new Set<string>();
  do {
    size = renamed.size;
    for (const [name, definition] of Object.entries(definitions)) {
      const known = schemas[name];
      if (known === undefined || isSame(known, rename(definition, names))) continue;
      renamed.add(name);
      names.set(name, `${name}Input`);
    }
  } while (renamed.size > size);
  return names;
}

const isSame = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other);

/** A definition without its id, with references to the components. */
function rename({ id: _id, ...definition }: Json, names: ReadonlyMap<string, string>): Json {
  const text = JSON.stringify(definition, (key, inner: unknown) =>
    key === '$ref' && typeof inner === 'string' ? componentRef(inner, names) : inner,
  );
  return JSON.parse(text) as Json;
}

function componentRef(ref: string, names: ReadonlyMap<string, string>): string {
  const name = ref.split('/').at(-1) ?? ref;
  return PREFIX + (names.get(name) ?? name);
}

/** Patterns of these formats say the same in hundreds of characters, and generators apply them to parsed values. */
const plainFormats = new Set<unknown>(['uuid', 'date-time']);

function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  const { def } = zodSchema._zod;
  if (plainFormats.has(jsonSchema.format) || /\\p\{/i.test(String(jsonSchema.pattern)))
    delete jsonSchema.pattern;
  // A client has to ignore fields that are added to a response; strict objects are those of requests.
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
  if (def.type === 'union' && 'discriminator' in def) {
    jsonSchema.discriminator = { propertyName: def.discriminator };
  }
}

/** Completes the discriminators of unions: each value with its component. */
export function mapDiscriminators(schemas: Schemas): void {
  for (const schema of Object.values(schemas)) {
    const { oneOf = [], discriminator } = schema as Union;
    if (discriminator === undefined) continue;
    const entries = oneOf.flatMap(({ $ref }) =>
      valuesOf($ref, discriminator.propertyName, schemas).map((value) => [value, $ref]),
    );
    const isRequired = oneOf.every(({ $ref }) => requires($ref, discriminator.propertyName, schemas));
    // OpenAPI demands the property in every branch.
    if (isRequired) discriminator.mapping = Object.fromEntries(entries);
    else delete schema.discriminator;
  }
}

interface Union {
  oneOf?: { $ref: string }[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
}

interface Branch {
  properties?: Record<string, { $ref?: string; const?: string; enum?: string[] }>;
  required?: string[];
}

const resolve = (ref: string, schemas: Schemas): Json => schemas[ref.slice(PREFIX.length)] ?? {};

function requires(ref: string, property: string, schemas: Schemas): boolean {
  return (resolve(ref, schemas) as Branch).required?.includes(property) ?? false;
}

function valuesOf(ref: string, name: string, schemas: Schemas): string[] {
  const property = (resolve(ref, schemas) as Branch).properties?.[name];
  const tag = property?.$ref === undefined ? property : (resolve(property.$ref, schemas) as typeof property);
  return tag?.enum ?? (tag?.const === undefined ? [] : [tag.const]);
}
