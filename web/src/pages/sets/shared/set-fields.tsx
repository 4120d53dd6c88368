import type { FieldErrors } from '../../../api/field-errors';
import { formatCount } from '../../../text/numbers';
import { Checkbox } from '../../../ui/checkbox';
import { FieldPair } from '../../../ui/field-pair';
import { Notice } from '../../../ui/notice';
import { Segmented } from '../../../ui/segmented';
import { Select } from '../../../ui/select';
import { Term } from '../../../ui/term';
import { TextField, type TextFieldProps } from '../../../ui/text-field';
import type { SetDraft } from './set-draft';

/** The paths in the request body whose errors the fields show. */
export const setPaths = ['conversation_ids', 'filter', 'finding_filter', 'is_live', 'split', 'sample'];

interface SetFieldsProps {
  draft: SetDraft;
  selected: number;
  errors: FieldErrors;
  field: (
    name: 'filter' | 'findingFilter' | 'holdoutShare' | 'sampleSize' | 'seed' | 'stratifyBy',
    path: string,
  ) => Pick<TextFieldProps, 'value' | 'error' | 'onChange'>;
  change: (changes: Partial<SetDraft>) => void;
}

/** How a version of a set selects conversations, in the order in which the steps are applied. */
export function SetFields({ draft, selected, errors, field, change }: SetFieldsProps) {
  const selectedError = errors.at('conversation_ids');
  return (
    <>
      <div>
        <Segmented
          label="Conversations"
          value={draft.source}
          options={[
            { id: 'selected', name: `Selected (${formatCount(selected)})` },
            { id: 'filter', name: 'Filter' },
            { id: 'findings', name: 'Findings' },
          ]}
          onChange={(source) => change({ source })}
        />
      </div>
      {selectedError !== null && <Notice tone="danger">{selectedError}</Notice>}
      {draft.source === 'filter' && (
        <TextField
          label="Message filter"
          placeholder="For example: label:* AND tags.topic = refunds"
          description="Conversations with at least one matching message"
          {...field('filter', 'filter')}
        />
      )}
      {draft.source === 'findings' && (
        <TextField
          label="Filter of findings"
          placeholder="For example: review = confirmed"
          description="Conversations with at least one matching finding"
          {...field('findingFilter', 'finding_filter')}
        />
      )}
      {draft.source !== 'selected' && (
        <div>
          <Checkbox
            label="Live: select again at each use"
            isChecked={draft.isLive}
            onChange={(isLive) => change({ isLive })}
          />
          <Term id="live version">What is live?</Term>
        </div>
      )}
      <FieldPair>
        <Select
          label="Split"
          value={draft.part}
          options={[
            { id: 'all', name: 'No split' },
            { id: 'search', name: 'Search part' },
            { id: 'holdout', name: 'Hold-out part' },
          ]}
          onChange={(part) => change({ part })}
        />
        {draft.part !== 'all' && (
          <TextField
            label="Hold-out (%)"
            inputMode="decimal"
            {...field('holdoutShare', 'split.holdout_share')}
          />
        )}
      </FieldPair>
      {draft.part !== 'all' && (
        <p>
          <Term id="search part">What are search part and hold-out?</Term>
        </p>
      )}
      <div>
        <Checkbox
          label="Only the first of conversations with the same opening"
          isChecked={draft.hasUniqueOpenings}
          onChange={(hasUniqueOpenings) => change({ hasUniqueOpenings })}
        />
        <Term id="opening">What is an opening?</Term>
      </div>
      <FieldPair>
        <TextField
          label="Sample size"
          inputMode="numeric"
          placeholder="All"
          {...field('sampleSize', 'sample.size')}
        />
        {draft.sampleSize !== '' && (
          <TextField
            label="Seed"
            description={<Term id="seed">What is a seed?</Term>}
            {...field('seed', 'sample.seed')}
          />
        )}
      </FieldPair>
      {draft.sampleSize !== '' && (
        <TextField
          label="Stratify by"
          placeholder="model, type or tags.<key>"
          description="Each value has its share of the sample"
          {...field('stratifyBy', 'sample.stratify_by')}
        />
      )}
    </>
  );
}
