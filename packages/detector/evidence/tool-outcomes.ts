import type { Message, MessagePart } from '../../formats';

/** What a tool does, by its name; `other` may be anything. */
export type ToolEffect = 'reads' | 'creates' | 'removes' | 'other';

const EFFECTS: [ToolEffect, ReadonlySet<string>][] = [
  [
    'reads',
    new Set(
      'get list search find fetch lookup look read check query retrieve view show describe calculate compute think count browse'.split(
        ' ',
      ),
    ),
  ],
  ['creates', new Set('create add insert new book schedule reserve register'.split(' '))],
  ['removes', new Set('delete remove cancel drop clear unsubscribe'.split(' '))],
];
const NAME_BREAK = /(?<=\p{Ll})(?=\p{Lu})|[^\p{L}]+/u;
const MAX_READ_LENGTH = 2_000;
/** The beginning of a message that says that nothing was done. */
const FAILURE =
  /^\W{0,4}(?:[\w ]{0,40}\b)?(?:error|failed|failure|exception|traceback|denied|forbidden|unauthori[sz]ed|timed? ?out|invalid|not found)\b/i;
/** A field that says so: "error": "…", "ok": false, "status": "failed", "code": 404. */
const FAILED_FIELD =
  /["'](?:errors?|error_?(?:message|code)|exception)["']\s*:\s*(?!null|None|false|False|""|''|\[\]|\{\}|0\b)|["'](?:ok|success|successful|succeeded|is_?success)["']\s*:\s*(?:false|False|"false"|0\b)|["'](?:status|state|result|outcome)["']\s*:\s*["'](?:error|fail\w*|denied|rejected|declined|forbidden|timeout|not_found)["']|["'](?:status|code|status_?code)["']\s*:\s*["']?[45]\d\d\b/i;

/** The last result of a tool that says that nothing was done, and what the other results may have done. */
export class ToolOutcomes {
  hasCalls = false;
  readonly succeeded = new Set<ToolEffect>();
  lastFailure: string | null = null;
  private readonly names = new Map<string, string>();
  private lastName = '';

  /** @returns whether a result says that something was done that changes more than it reads */
  add({ parts }: Message): boolean {
    let hasChanged = false;
    for (const part of parts) {
      if (part.type === 'tool_call') this.addCall(part);
      if (part.type === 'tool_call_response') hasChanged = this.addResult(part) || hasChanged;
    }
    return hasChanged;
  }

  private addCall({ id, name }: MessagePart & { type: 'tool_call' }): void {
    this.hasCalls = true;
    this.lastName = name;
    if (id !== null) this.names.set(id, name);
  }

  private addResult({ id, response }: MessagePart & { type: 'tool_call_response' }): boolean {
    this.hasCalls = true;
    const result = response.trim().slice(0, MAX_READ_LENGTH);
    if (FAILURE.test(result) || FAILED_FIELD.test(result)) {
      this.lastFailure = result;
      return false;
    }
    const effect = effectOf((id === null ? undefined : this.names.get(id)) ?? this.lastName);
    this.succeeded.add(effect);
    return effect !== 'reads';
  }
}

/** What a tool of this name does, by its first verb. */
export function effectOf(name: string): ToolEffect {
  const words = name.split(NAME_BREAK).map((word) => word.toLowerCase());
  const effects = words.map((word) => EFFECTS.find(([, verbs]) => verbs.has(word))?.[0]);
  return effects.find((effect) => effect !== undefined) ?? 'other';
}
