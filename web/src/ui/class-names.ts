/** The class names that apply, as one attribute value. */
export function joinClasses(...names: (string | undefined | false | null)[]): string {
  return names.filter(Boolean).join(' ');
}
