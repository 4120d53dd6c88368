interface Explanation {
  /** The word as it stands. */
  name: string;
  text: string;
  /** The guide that says more: its name, with the anchor of a heading. */
  guide: string;
}

/** What words mean that not every reader knows, by the name of their row in docs/glossary.md. */
export const terms = {
  evaluator: {
    name: 'Evaluator',
    text: 'A component that judges replies. The default, grounding, is embedded: it compares each reply with the messages before it and calls no provider. An LLM judge asks a language model instead.',
    guide: 'embedded-evaluator',
  },
  'not judgeable': {
    name: 'not judgeable',
    text: 'The evaluator cannot judge these replies, for example because of their language or a missing text. They count neither as clean nor as an issue, so no rate includes them.',
    guide: 'detection',
  },
  set: {
    name: 'set',
    text: 'A named, versioned list of conversations. Experiments and optimization runs on the same version compare on the same conversations.',
    guide: 'sets',
  },
  'live version': {
    name: 'Live',
    text: 'A live version selects its conversations again at each use, so that new ones are included. Other versions are frozen: they have the conversations of the time at which they were created.',
    guide: 'sets',
  },
  'chosen by outcome': {
    name: 'Chosen by',
    text: 'How the conversations were chosen. Outcome: by verdicts or reviews of their replies, so any rerun is expected to differ from the original replies. Properties: by something else. Named: one by one, for an unknown reason.',
    guide: 'experiments',
  },
  opening: {
    name: 'opening',
    text: 'The text up to the first user message. Of conversations with the same opening only the first is selected, so that a repeated question does not count many times.',
    guide: 'sets',
  },
  seed: {
    name: 'Seed',
    text: 'Any text. The same seed draws the same sample again; another seed draws another one.',
    guide: 'sets',
  },
  'hold-out': {
    name: 'Hold-out',
    text: 'Conversations that the search does not see. Only the winner of the search is measured on them, to decide. The other conversations are the search part.',
    guide: 'optimization-runs#search-and-hold-out',
  },
  'search part': {
    name: 'search part',
    text: 'The conversations on which every candidate is measured. The rest is the hold-out, which decides.',
    guide: 'optimization-runs#search-and-hold-out',
  },
  'minimum effect': {
    name: 'minimum effect',
    text: 'The smallest difference that matters to you, in percentage points. It says how many conversations are needed, and when the absence of a difference is shown.',
    guide: 'experiments',
  },
  power: {
    name: 'Power',
    text: 'The chance to find a difference of the minimum effect with this number of pairs, if there is one.',
    guide: 'experiments',
  },
  'e-value': {
    name: 'e-value',
    text: 'Evidence that the rates differ, which may be read at any time, also while an experiment runs. 1 is no evidence; 20 or more is significant at 5%.',
    guide: 'experiments',
  },
  'p-value': {
    name: 'p-value',
    text: 'The chance of a difference at least as large if the rates were equal. Below 0.05 it is called significant. It is valid only if the number of pairs was fixed in advance.',
    guide: 'experiments',
  },
  'pass-through': {
    name: 'Original replies',
    text: 'A pass-through experiment generates nothing: it evaluates the stored reply of each conversation.',
    guide: 'experiments',
  },
  lease: {
    name: 'Lease',
    text: 'The exclusive right of a runner to write to a run. It expires unless the runner renews it; another runner then continues.',
    guide: 'runner',
  },
  'review queue': {
    name: 'queue',
    text: 'Replies that people review, selected once: by a filter, as a random sample, or where evaluators disagree. Each reply is offered to its number of reviewers.',
    guide: 'review',
  },
  'blind review': {
    name: 'Blind',
    text: 'A review without seeing what evaluators report, so that their findings do not influence the reviewer.',
    guide: 'review',
  },
  disagreement: {
    name: 'disagreement',
    text: 'Replies that some evaluators find clean, and others not. They show where an evaluator is wrong, but are not a random sample, so they cannot correct rates.',
    guide: 'review',
  },
} satisfies Record<string, Explanation>;

export type TermId = keyof typeof terms;
