import { Link } from 'react-router';
import type { FieldErrors } from '../api/field-errors';
import { formatCount } from '../text/numbers';
import { pluralize } from '../text/wording';
import { ErrorNotice } from '../ui/error-notice';
import { Notice } from '../ui/notice';
import { Segmented } from '../ui/segmented';
import { Select } from '../ui/select';
import { Term } from '../ui/term';
import { TextField } from '../ui/text-field';
import { type SourceDraft, toSetOptions } from './conversation-source';
import { useSets } from './sets';
import { useWorkspace } from './workspace';

/** The paths in the request body whose errors the fields show. */
export const sourcePaths = ['conversation_ids', 'set', 'filter'];

interface ConversationSourceFieldsProps {
  draft: SourceDraft;
  conversationIds: readonly string[];
  errors: FieldErrors;
  onChange: (changes: Partial<SourceDraft>) => void;
}

/** Chooses conversations: the selected ones, those of a set, or those that a filter selects. */
export function ConversationSourceFields({
  draft,
  conversationIds,
  errors,
  onChange,
}: ConversationSourceFieldsProps) {
  const { source, filter } = draft;
  const selectedError = source === 'selected' ? errors.at('conversation_ids') : null;
  return (
    <>
      <div>
        <Segmented
          label="Conversations"
          value={source}
          options={[
            { id: 'selected', name: `Selected (${formatCount(conversationIds.length)})` },
            { id: 'set', name: 'Set' },
            { id: 'filter', name: 'Filter' },
          ]}
          onChange={(chosen) => onChange({ source: chosen })}
        />
      </div>
      {source === 'selected' && <Selected count={conversationIds.length} />}
      {selectedError !== null && <Notice tone="danger">{selectedError}</Notice>}
      {source === 'set' && <SetSelect draft={draft} error={errors.at('set')} onChange={onChange} />}
      {source === 'filter' && (
        <TextField
          label="Message filter"
          placeholder="For example: label:* AND tags.topic = refunds"
          description="Conversations with at least one matching message"
          value={filter}
          error={errors.at('filter')}
          onChange={(typed) => onChange({ filter: typed })}
        />
      )}
    </>
  );
}

function Selected({ count }: { count: number }) {
  const { href } = useWorkspace();
  if (count > 0) return <p>{pluralize(count, 'conversation')} selected.</p>;
  return (
    <p>
      No conversations selected. <Link to={href('conversations')}>Select conversations</Link>, or choose a set
      or a filter.
    </p>
  );
}

function SetSelect({
  draft: { set },
  error,
  onChange,
}: Pick<ConversationSourceFieldsProps, 'draft' | 'onChange'> & { error: string | null }) {
  const { href } = useWorkspace();
  const { data, error: loadError, refetch } = useSets();
  if (data?.items.length === 0 && set === '') {
    return (
      <p>
        No sets yet. <Link to={href('sets')}>Create a set</Link>
      </p>
    );
  }
  return (
    <>
      <p>
        <Term id="set">What is a set?</Term>
      </p>
      <Select
        label="Set"
        value={set}
        isDisabled={data === undefined}
        options={toSetOptions(data?.items ?? [], set)}
        onChange={(chosen) => onChange({ set: chosen })}
      />
      {loadError !== null && <ErrorNotice error={loadError} onRetry={refetch} />}
      {error !== null && <Notice tone="danger">{error}</Notice>}
    </>
  );
}
