/** What a reviewer can do by one key or button. */
export const actions = [
  { id: 'confirm', key: 'c', name: 'Confirm', help: 'Confirm the finding and go to the next undecided one' },
  { id: 'reject', key: 'x', name: 'Reject', help: 'Reject the finding, or remove a missed span' },
  { id: 'edit', key: 'e', name: 'Edit span', help: 'Correct the span or label of the finding' },
  {
    id: 'mark',
    key: 'm',
    name: 'Mark missed',
    help: 'Mark the selected text, or a span by arrow keys, as missed',
  },
  { id: 'undo', key: 'z', name: 'Undo', help: 'Undo the last decision, or return to the reply sent last' },
  { id: 'previous', key: 'k', name: 'Previous', help: 'Previous finding, or reply' },
  { id: 'next', key: 'j', name: 'Next', help: 'Next finding, or reply' },
  { id: 'clean', key: 'o', name: 'Clean', help: 'Mark the reply as clean' },
  { id: 'issue', key: 'i', name: 'Has issue', help: 'Mark the reply as having an issue' },
  { id: 'send', key: 'Enter', name: 'Send', help: 'Send the reviews of the reply and go to the next one' },
  { id: 'groups', key: 'g', name: 'Groups', help: 'Decide several findings at once' },
  { id: 'help', key: '?', name: 'Help', help: 'Show the keys' },
] as const;

export type ActionId = (typeof actions)[number]['id'];

/** Keys while a span is edited. */
export const editKeys = [
  { keys: '← →', help: 'Move the end by a word' },
  { keys: 'Shift + ← →', help: 'Move the start by a word' },
  { keys: 'Alt + ← →', help: 'Move the end by a character; with Shift, the start' },
  { keys: '↑ ↓', help: 'Move the span to the previous or next word' },
  { keys: 'Shift + ↑ ↓', help: 'Move the span to the previous or next sentence' },
  { keys: '1 to 9', help: 'Choose the label' },
  { keys: 'Enter', help: 'Accept the span' },
  { keys: 'Escape', help: 'Cancel' },
] as const;
