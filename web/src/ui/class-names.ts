/** Joins class names, skipping empty ones. */
export function joinClasses(...names: (string | undefined | false | null)[]): string {
  return names.filter(Boolean).join(' ');
}
