/** The URL parameters of a conversation's page that select a finding: its evaluator, and where its span begins. */
export function findingParams(finding: {
  evaluator_id: string | null;
  evaluator_version: number | null;
  message_id: string;
  message_part_index: number;
  start_offset: number;
}): string {
  const params = new URLSearchParams();
  if (finding.evaluator_id !== null)
    params.set('evaluator', `${finding.evaluator_id}.${finding.evaluator_version}`);
  params.set('span', spanKey(finding.message_id, finding));
  return params.toString();
}

/** A span as a URL parameter. */
export function spanKey(
  messageId: string,
  { message_part_index: part, start_offset: start }: { message_part_index: number; start_offset: number },
): string {
  return `${messageId}.${part}.${start}`;
}
