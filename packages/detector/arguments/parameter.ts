import type { ToolDefinition } from '../../formats';
import type { JsonPath } from '../base/json-leaves';
import type { ArgumentEvidence } from './argument-evidence';
import type { ArgumentIssue } from './argument-issue';
import { namingWords, type Rules } from './rules';
import { findParameterSchema, type ParameterSchema } from './tool-schema';
import { listContentWords, listWords } from './value-words';

/** Where something comes from is the user's own, also if the request names another record. */
const OF_SOURCE = new Set(['from', 'source', 'sender', 'own', 'my', 'payer', 'debit']);

/** A parameter of a tool, with what the conversation says about the values that its schema offers. */
export interface Parameter {
  schema: ParameterSchema;
  name: string;
  /** Content words of its name. */
  nameWords: string[];
  /** Whether it says where something comes from. */
  isOfSource: boolean;
  /** Whether an instruction for the assistant states the value. `context` says what the value is of; null: anything. */
  isRuled: (value: string, context?: string | null) => boolean;
  /** Choices of the enum that the conversation mentions. */
  mentionedChoices: string[];
  /** Examples of the description that it mentions. */
  mentionedExamples: string[];
  /** Codes whose meaning it mentions. */
  meantCodes: ParameterSchema['codes'];
  /** The issues, or null for none, about values already looked at: long arrays repeat theirs. */
  issues: Map<string | number | true, ArgumentIssue | null>;
}

/** Reads parameters of one tool; the items of an array share theirs, so that a long array costs little. */
export class ParameterReader {
  private readonly parameters = new Map<string, Parameter>();

  constructor(
    private readonly tool: ToolDefinition | undefined,
    private readonly evidence: ArgumentEvidence,
    private readonly rules: Rules,
  ) {}

  read(path: JsonPath): Parameter {
    const key = path.map((segment) => (typeof segment === 'number' ? '' : `.${segment}`)).join('\n');
    const parameter = this.parameters.get(key) ?? this.make(path);
    this.parameters.set(key, parameter);
    return parameter;
  }

  private make(path: JsonPath): Parameter {
    const schema = findParameterSchema(this.tool, path);
    const isMentioned = (text: string): boolean => text.length > 2 && this.evidence.mentions(text);
    const name = String(path.findLast((segment) => typeof segment === 'string') ?? '');
    return {
      schema,
      name,
      nameWords: listContentWords(name).filter((word) => !namingWords.has(word)),
      isOfSource: listWords(name).some((word) => OF_SOURCE.has(word)),
      isRuled: (value, context = '') =>
        this.rules.state(
          value,
          context === null ? null : [this.tool?.name ?? '', ...path, context].map(String),
        ),
      mentionedChoices: schema.choices.filter(isMentioned),
      mentionedExamples: schema.examples.filter(isMentioned),
      issues: new Map(),
      meantCodes: schema.codes.filter(({ meaning }) => this.evidence.mentions(meaning)),
    };
  }
}
