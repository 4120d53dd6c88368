const OBJECT = /^<(?:coroutine|(?:async_)?generator|async_generator|[\w.]+) object [^>]*at 0x[0-9a-f]+>$/i;

/** Whether a text is that of an object of Python, which an instrumentation recorded instead of what it yields. */
export function isObjectText(text: string): boolean {
  return OBJECT.test(text.trim());
}
