import { fieldsOf } from '../values/fields';
import { parseText } from '../values/json-text';

/** The types of content parts in the forms that are read, of which instrumentations write a list as text. */
const partType =
  /^(?:(?:in|out)put_)?(?:text|image|audio|file|document|video|media|binary|refusal|reasoning|thinking)$|^(?:image|audio|video|document|file)[-_](?:url|data)$|^tool[-_](?:use|result|call)$/;

/** The content parts of a text that is a list of them; any other content unchanged. */
export function partsInText(content: unknown): unknown {
  if (typeof content !== 'string' || !/^\s*\[\s*\{/.test(content)) return content;
  const parts = parseText(content);
  return Array.isArray(parts) && parts.every(isPart) ? parts : content;
}

function isPart(value: unknown): boolean {
  const { type } = fieldsOf(value);
  return typeof type === 'string' && partType.test(type);
}
