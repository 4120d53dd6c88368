import { checkText } from '../../checks/check-text';
import { indexEvidence } from '../../evidence/evidence';

/** What the checks of an English text find and support, as written. */
export function compareText(evidence: string, reply: string): { found: string[]; supported: string[] } {
  const { findings, supported } = checkText(reply, indexEvidence(evidence), { inEnglish: true });
  const read = ({ start, end }: { start: number; end: number }): string => reply.slice(start, end);
  return { found: findings.map(read), supported: supported.map(read) };
}
