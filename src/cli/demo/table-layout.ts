/** The style of the demo's tables: no colors, no lines between rows. */
export const tableLayout = {
  style: { head: [], border: [] },
  chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
};
