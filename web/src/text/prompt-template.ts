const placeholder = /\{\{\s*system_prompt\s*\}\}/g;

/** The system prompt that is sent for a conversation whose own is `original`. */
export function expandTemplate(template: string, original: string): string {
  return template.replace(placeholder, () => original);
}
