import { endOfString } from '../../text';

/** The fields whose text is readable up to a cut. */
const textFields = /"(?:content|text|response|result|refusal|thinking)"\s*:\s*$/;

const closers: Record<string, string> = { '[': ']', '{': '}' };

interface Scan {
  /** What closes the containers that are open at the end, the outermost first. */
  open: string[];
  /** The end of the last complete item of a list, or of the fields of the whole; 0 if there is none. */
  completeEnd: number;
  /** The beginning of the string in which the text ends; -1 if it ends in none. */
  openString: number;
}

/**
 * The beginning of a list or an object that was cut at a length limit as whole JSON: what is complete, and the cut text up
 * to its last whole word. Null if nothing is complete or if the text is no beginning of JSON.
 */
export function closeCutJson(text: string): string | null {
  const scan = scanJson(text);
  if (scan === null || scan.open.length === 0) return null;
  const { open, completeEnd, openString } = scan;
  const closeText = openString === -1 ? null : closeString(text, openString, open);
  if (closeText !== null || completeEnd === 0) return closeText;
  const complete = text.slice(0, completeEnd);
  return close(complete, scanJson(complete)?.open ?? []);
}

/** Null if a container is closed that is not open. */
function scanJson(text: string): Scan | null {
  const open: string[] = [];
  let completeEnd = 0;
  // An object is complete when it is closed: a part without its later fields would be another part.
  const isBetweenItems = () => open.at(-1) === ']' || open.length === 1;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = endOfString(text, at);
      if (end === -1) return { open, completeEnd, openString: at };
      at = end - 1;
    } else if (closers[char] !== undefined) {
      open.push(closers[char]);
    } else if (char === ']' || char === '}') {
      if (open.pop() !== char) return null;
      if (isBetweenItems()) completeEnd = at + 1;
    } else if (char === ',' && isBetweenItems()) {
      completeEnd = at;
    }
  }
  return { open, completeEnd, openString: -1 };
}

/** With its last string closed after the last whole word; null if that is not the text of a message. */
function closeString(text: string, opening: number, open: readonly string[]): string | null {
  if (!textFields.test(text.slice(Math.max(0, opening - 32), opening))) return null;
  let end = text.length;
  while (end > opening && /\S/.test(text.charAt(end - 1))) end -= 1;
  const words = text.slice(0, end).trimEnd();
  return words.length <= opening + 1 ? null : close(`${words}"`, open);
}

function close(text: string, open: readonly string[]): string {
  return text + open.toReversed().join('');
}
