/** How the demo's tables look: no colours of their own, no rules between rows. */
export const tableLayout = {
  style: { head: [], border: [] },
  chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
};
