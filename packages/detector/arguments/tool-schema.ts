import type { ToolDefinition } from '../../formats';
import type { JsonPath } from '../base/json-leaves';
import { listNormalizedWords } from '../base/tokens';

type SchemaNode = Record<string, unknown>;
type Scalar = string | number | boolean;

const isNode = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Variants inside of variants are followed this far. */
const MAX_VARIANT_DEPTH = 20;
const MAX_DESCRIPTION_LENGTH = 4000;
const QUOTED = /(?<![\p{L}\p{N}])(["'`“‘])([^"'`“”‘’\n]{1,60})["'`”’](?![\p{L}\p{N}])/gu;
const LISTED = /(?:\be\.?g\.?,?|\bsuch as|\bi\.?e\.?,?|\bone of|\blike|:)\s([^.;:()]{2,200})/gi;
const CODED =
  /(?<![\d.])(\d{1,6})["'”’]?\s?(?:for|=|:|-|is|to|represents?|corresponds to|means|indicates|stands for|\()\s?(?:an?\s)?["'“]?(\p{L}[\p{L} '-]{1,40})/giu;

type Offer = 'default' | 'choice' | 'example';

/** What the schema of a tool says about one parameter; everything is empty where it says nothing. */
export class ParameterSchema {
  /** Values of the enum, as text. */
  readonly choices: string[];
  /** Values that the description lists or gives as examples, as text. */
  readonly examples: string[];
  /** The meaning of numbers by the description: "1 for Bangkok". */
  readonly codes: { code: number; meaning: string }[];
  /** The default and the constant, as text. */
  readonly defaults: string[];
  private readonly offered: Map<string, Offer>;
  private numbers: Set<number> | null = null;
  private words: Set<string> | null = null;

  constructor(
    nodes: SchemaNode[],
    readonly description: string,
  ) {
    this.choices = nodes.flatMap((node) => listScalars(node.enum)).map(String);
    this.defaults = nodes.flatMap((node) => [node.default, node.const].flatMap(listScalars)).map(String);
    this.examples = [
      ...nodes.flatMap((node) => [node.examples, node.example].flatMap(listScalars)).map(String),
      ...[...description.matchAll(QUOTED)].map(([, , text = '']) => text.trim()),
      ...[...description.matchAll(LISTED)].flatMap(([, list = '']) =>
        list.split(/,|\bor\b|\band\b|\/|\betc\b/).map((item) => item.trim()),
      ),
    ].filter((text) => text !== '');
    this.offered = new Map([
      ...this.examples.map((text): [string, Offer] => [text.toLowerCase(), 'example']),
      ...this.choices.map((text): [string, Offer] => [text.toLowerCase(), 'choice']),
      ...this.defaults.map((text): [string, Offer] => [text.toLowerCase(), 'default']),
    ]);
    this.codes = [...description.matchAll(CODED)].map(([, code, meaning = '']) => ({
      code: Number(code),
      meaning: meaning.split(/\s(?:and|or)\s/, 1)[0] ?? '',
    }));
  }

  /** Whether the description has the number. */
  describes(value: number): boolean {
    this.numbers ??= new Set((this.description.match(/\d+(?:\.\d+)?/g) ?? []).map(Number));
    return this.numbers.has(value);
  }

  /** Whether the description has the normalized word, which may then belong to the format of the value. */
  hasWord(word: string): boolean {
    this.words ??= new Set(listNormalizedWords(this.description));
    return this.words.has(word);
  }

  /** As what the schema offers the value, in capitals or not; null when it does not. */
  offers(value: string | number): Offer | null {
    return this.offered.get(String(value).toLowerCase()) ?? null;
  }
}

const nothingKnown = new ParameterSchema([], '');

/**
 * Follows a path of arguments through the schema of a tool. Types are not looked at, so "dict" does as well as
 * "object".
 */
export function findParameterSchema(tool: ToolDefinition | undefined, path: JsonPath): ParameterSchema {
  let nodes: SchemaNode[] = isNode(tool?.parameters) ? [tool.parameters] : [];
  const descriptions: string[] = [];
  for (const segment of path) {
    nodes = nodes.flatMap((node) => findChildren(node, segment));
    for (const { description } of nodes) {
      if (typeof description === 'string') descriptions.push(description.slice(0, MAX_DESCRIPTION_LENGTH));
    }
  }
  if (nodes.length === 0 && descriptions.length === 0) return nothingKnown;
  return new ParameterSchema(nodes, descriptions.join('\n'));
}

function listScalars(value: unknown): Scalar[] {
  return (Array.isArray(value) ? value : [value]).filter(isScalar);
}

function findChildren(node: SchemaNode, segment: string | number, depth = 0): SchemaNode[] {
  if (depth > MAX_VARIANT_DEPTH) return [];
  const properties = isNode(node.properties) ? node.properties : {};
  const property = Object.hasOwn(properties, segment) ? properties[segment] : node.additionalProperties;
  const next = typeof segment === 'number' ? [node.items].flat() : [property];
  const variants = [node.anyOf, node.oneOf, node.allOf].flat().filter(isNode);
  return [
    ...next.filter(isNode),
    ...variants.flatMap((variant) => findChildren(variant, segment, depth + 1)),
  ];
}
