import type { ToolDefinition } from '../../conversations/message';
import type { JsonPath } from './json-leaves';
import { NumberIndex } from './numbers';
import { WordIndex } from './words';

type SchemaNode = Record<string, unknown>;
type Scalar = string | number | boolean;

const isNode = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Variants inside of variants are followed this far. */
const DEEPEST_VARIANT = 20;

/** What the schema of a tool says about one parameter; everything is empty where it says nothing. */
export class ParameterSchema {
  /** Strings of the enum. */
  readonly choices: string[];
  readonly numbers: NumberIndex;
  readonly words: WordIndex;
  private readonly values: Set<string>;

  constructor(nodes: SchemaNode[], description: string) {
    const named = nodes.flatMap((node) =>
      [node.enum, node.default, node.const, node.examples, node.example].flatMap(scalarsOf),
    );
    this.values = new Set(named.map((value) => String(value).toLowerCase()));
    this.choices = nodes.flatMap((node) => scalarsOf(node.enum)).filter((value) => typeof value === 'string');
    this.numbers = new NumberIndex(description);
    this.words = new WordIndex(description);
  }

  /** Whether enum, default, constant or examples have the value, in capitals or not. */
  names(value: Scalar): boolean {
    return this.values.has(String(value).toLowerCase());
  }
}

/**
 * Follows a path of arguments through the schema of a tool. Types are not looked at, so "dict" does as well as
 * "object".
 */
export function findParameterSchema(tool: ToolDefinition | undefined, path: JsonPath): ParameterSchema {
  let nodes: SchemaNode[] = isNode(tool?.parameters) ? [tool.parameters] : [];
  const descriptions: string[] = [];
  for (const segment of path) {
    nodes = nodes.flatMap((node) => children(node, segment));
    for (const { description } of nodes) {
      if (typeof description === 'string') descriptions.push(description);
    }
  }
  return new ParameterSchema(nodes, descriptions.join('\n'));
}

function scalarsOf(value: unknown): Scalar[] {
  return (Array.isArray(value) ? value : [value]).filter(isScalar);
}

function children(node: SchemaNode, segment: string | number, depth = 0): SchemaNode[] {
  if (depth > DEEPEST_VARIANT) return [];
  const properties = isNode(node.properties) ? node.properties : {};
  const named = Object.hasOwn(properties, segment) ? properties[segment] : node.additionalProperties;
  const next = typeof segment === 'number' ? [node.items].flat() : [named];
  const variants = [node.anyOf, node.oneOf, node.allOf].flat().filter(isNode);
  return [...next.filter(isNode), ...variants.flatMap((variant) => children(variant, segment, depth + 1))];
}
