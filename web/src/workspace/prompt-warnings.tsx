import type { PromptWarning } from '../api/types';
import { Notice } from '../ui/notice';

/** What a system prompt leaves out of the conversations; nothing without warnings. */
export function PromptWarnings({ warnings }: { warnings: readonly PromptWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn">
      {warnings.map(({ code, message }) => (
        <p key={code}>{message}.</p>
      ))}
    </Notice>
  );
}

/** The description of a field for a prompt template. */
export const promptTemplateHint = (
  <>
    <code>{'{{system_prompt}}'}</code> inserts the system prompt of each conversation, which may hold evidence
  </>
);
