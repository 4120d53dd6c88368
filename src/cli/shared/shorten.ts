import { cutText } from '../../../packages/text';

/** The beginning of a text, with an ellipsis if something is left out. */
export function shorten(text: string, maxLength: number): string {
  const cut = cutText(text, maxLength);
  return cut === text ? text : `${cut}…`;
}
