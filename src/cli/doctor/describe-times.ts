import { numbered, oneLine } from '../shared/wording';

/** Conversations with impossible times, and what to do with them, for a terminal. */
export function describeTimes(conversations: readonly { id: string; external_id: string | null }[]): string {
  if (conversations.length === 0) return 'No conversation has an impossible time.';
  return [
    `${numbered(conversations.length, 'conversation')} with impossible times, stored by an import in the wrong unit. ` +
      'Delete them, and import them again.',
    ...conversations.map(({ id, external_id: externalId }) => oneLine(`${id} ${externalId ?? ''}`)),
  ].join('\n');
}
