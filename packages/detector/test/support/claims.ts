import { scanCourtesies } from '../../claims/courtesies';
import { blankOut } from '../../text/regions';

export const pier =
  'Pinewharf rents kayaks. A day costs 46 EUR, half a day 28 EUR. The pier opened in 1931. ' +
  'Bookings can be changed until 18:00 on the day before. I want to change my booking.';

/** What is left of a reply without its courtesies. */
export const omitCourtesies = (text: string): string =>
  blankOut(text, scanCourtesies(text)).replace(/\s+/g, ' ').trim();
