/** Where a system prompt of an experiment, run or candidate inserts the original one. Spaces inside are accepted. */
export const SYSTEM_PROMPT_PLACEHOLDER = '{{system_prompt}}';

/** Matches a placeholder; also for JSON schema. */
export const PLACEHOLDER_PATTERN = '\\{\\{\\s*system_prompt\\s*\\}\\}';

const placeholder = new RegExp(PLACEHOLDER_PATTERN, 'g');

/** The number of placeholders in a template. */
export function countPlaceholders(template: string): number {
  return template.match(placeholder)?.length ?? 0;
}

/** The system prompt that is sent. `original` is empty if the conversation has none. */
export function expandTemplate(template: string, original: string): string {
  return template.replace(placeholder, () => original);
}

/** What a template itself states: every other character is where it is in the template. */
export function ownTextOf(template: string): string {
  return template.replace(placeholder, (match) => ' '.repeat(match.length));
}
