import type { AddSetVersion, ConversationSet, CreateSet } from '../../../api/types';
import type { StatedChoice } from '../../../workspace/conversation-source';

/** The values of the form; numbers as typed. */
export interface SetDraft {
  name: string;
  source: 'selected' | 'filter' | 'findings';
  filter: string;
  findingFilter: string;
  /** How the selected conversations were chosen. */
  chosenBy: StatedChoice;
  /** Selects again at each use. */
  isLive: boolean;
  hasUniqueOpenings: boolean;
  part: 'all' | 'search' | 'holdout';
  /** Percent. */
  holdoutShare: string;
  /** Empty: no sample. */
  sampleSize: string;
  seed: string;
  /** Empty: one stratum. */
  stratifyBy: string;
}

const DEFAULT_HOLDOUT_PERCENT = '30';

/** A draft on a filter of findings if there is one, else on the selected conversations, else on a filter. */
export function emptySetDraft(
  selected: number,
  findingFilter: string | null,
  chosenBy: StatedChoice,
): SetDraft {
  return {
    name: '',
    source: findingFilter !== null ? 'findings' : selected > 0 ? 'selected' : 'filter',
    filter: '',
    findingFilter: findingFilter ?? '',
    chosenBy,
    isLive: false,
    hasUniqueOpenings: false,
    part: 'all',
    holdoutShare: DEFAULT_HOLDOUT_PERCENT,
    sampleSize: '',
    seed: '',
    stratifyBy: '',
  };
}

/** A draft of the next version, which selects as this one does unless conversations are selected. */
export function toNextDraft(set: ConversationSet, selected: number, chosenBy: StatedChoice): SetDraft {
  const { filter, finding_filter: findingFilter, split, sample } = set;
  const source = filter !== null ? 'filter' : findingFilter !== null ? 'findings' : 'selected';
  return {
    name: set.name,
    source: selected > 0 ? 'selected' : source,
    filter: filter ?? '',
    findingFilter: findingFilter ?? '',
    chosenBy,
    isLive: set.is_live,
    hasUniqueOpenings: set.unique_openings,
    part: split?.part ?? 'all',
    holdoutShare: split === null ? DEFAULT_HOLDOUT_PERCENT : String(toPercent(split.holdout_share)),
    sampleSize: sample === null ? '' : String(sample.size),
    seed: sample?.seed ?? '',
    stratifyBy: sample?.stratify_by ?? '',
  };
}

/** Converts a draft to the request body. The API validates it. */
export function toCreateSet(draft: SetDraft, conversationIds: readonly string[]): CreateSet {
  return { name: draft.name.trim(), ...toSetVersion(draft, conversationIds) };
}

/** Converts a draft to the body of a new version. The API validates it. */
export function toSetVersion(draft: SetDraft, conversationIds: readonly string[]): AddSetVersion {
  const { source, chosenBy, part, sampleSize, stratifyBy } = draft;
  return {
    ...(source === 'selected' && { conversation_ids: [...conversationIds] }),
    ...(source === 'selected' && chosenBy !== null && { chosen_by: chosenBy }),
    ...(source === 'filter' && { filter: draft.filter.trim() }),
    ...(source === 'findings' && { finding_filter: draft.findingFilter.trim() }),
    is_live: source !== 'selected' && draft.isLive,
    unique_openings: draft.hasUniqueOpenings,
    ...(part === 'all' ? {} : { split: { holdout_share: Number(draft.holdoutShare) / 100, part } }),
    ...(sampleSize.trim() === ''
      ? {}
      : {
          sample: {
            size: Number(sampleSize),
            seed: draft.seed,
            ...(stratifyBy.trim() === '' ? {} : { stratify_by: stratifyBy.trim() }),
          },
        }),
  };
}

/** Describes how a version selects, in the order of its steps. */
export function describeRecipe(set: ConversationSet): string[] {
  const { filter, finding_filter: findingFilter, split, unique_openings: isUnique, sample } = set;
  const steps = [
    split && `${split.part} part, ${toPercent(split.holdout_share)}% held out`,
    isUnique && 'unique openings',
    sample &&
      `sample of ${sample.size}${sample.seed === '' ? '' : `, seed ${sample.seed}`}` +
        (sample.stratify_by === null ? '' : `, by ${sample.stratify_by}`),
  ].filter((step) => typeof step === 'string');
  const source = filter ?? (findingFilter === null ? 'Selected by ID' : `Findings: ${findingFilter}`);
  return [source, ...steps];
}

function toPercent(share: number): number {
  return Number((100 * share).toPrecision(12));
}
