import { isoToLocalInput, localInputToIso } from '../../../text/times';
import { DeferredField } from '../../../ui/deferred-field';
import { Select } from '../../../ui/select';
import { conversationTypes, type ConversationFilters as Filters } from './conversation-queries';
import styles from './conversations.module.css';

interface ConversationFiltersProps {
  filters: Filters;
  onChange: (changes: Record<string, string | null>) => void;
}

const types = [
  { id: '', name: 'All except experiments' },
  ...conversationTypes.map((type) => ({ id: type, name: type })),
];

/** Search and filters by fields. Each applies on Enter or blur. */
export function ConversationFilters({ filters, onChange }: ConversationFiltersProps) {
  return (
    <div className={styles.fields}>
      <DeferredField
        label="Search"
        placeholder="Preview, ID or tag"
        value={filters.search}
        onApply={(search) => onChange({ search })}
      />
      <Select
        label="Type"
        value={filters.type ?? ''}
        options={types}
        onChange={(type) => onChange({ type })}
      />
      <DeferredField
        label="Tag"
        placeholder="key:value"
        value={filters.tag}
        onApply={(tag) => onChange({ tag })}
      />
      <DeferredField label="Model" value={filters.model} onApply={(model) => onChange({ model })} />
      <DeferredField
        label="External ID"
        value={filters.external_id}
        onApply={(id) => onChange({ external_id: id })}
      />
      <DeferredField
        label="Created from"
        type="datetime-local"
        value={isoToLocalInput(filters.created_from ?? null)}
        onApply={(time) => onChange({ created_from: localInputToIso(time) })}
      />
      <DeferredField
        label="Created before"
        type="datetime-local"
        value={isoToLocalInput(filters.created_to ?? null)}
        onApply={(time) => onChange({ created_to: localInputToIso(time) })}
      />
    </div>
  );
}
