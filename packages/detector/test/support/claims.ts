import { scanCourtesies } from '../../claims/courtesies';
import { blankOut } from '../../text/regions';
import { judge, textsOf } from '../conversations';

export const pier =
  'Pinewharf rents kayaks. A day costs 46 EUR, half a day 28 EUR. The pier opened in 1931. ' +
  'Bookings can be changed until 18:00 on the day before. I want to change my booking.';

/** What is left of a reply without its courtesies. */
export const omitCourtesies = (text: string): string =>
  blankOut(text, scanCourtesies(text)).replace(/\s+/g, ' ').trim();

/** Nothing is left of the reply, and nothing in it is found. */
export function expectHidden(reply: string): void {
  expect(omitCourtesies(reply)).toBe('');
  expect(judge(pier, reply)).toEqual([]);
}

/** The reply is a claim as a whole. */
export function expectClaim(reply: string): void {
  expect(omitCourtesies(reply)).toBe(reply);
}

/** A courtesy ends where the claim begins. */
export function expectClaimAtEnd(reply: string, claim: string): void {
  expect(omitCourtesies(reply)).toBe(claim);
}

/** A wrong value inside or next to a courtesy is found. */
export function expectFinding(reply: string, value: string): void {
  expect(textsOf(judge(pier, reply)).join('|')).toContain(value);
}
