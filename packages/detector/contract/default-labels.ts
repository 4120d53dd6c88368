import type { IssueLabel } from './issue-label';

/** The issue labels of a new workspace. */
export const defaultLabels: readonly IssueLabel[] = [
  {
    name: 'fabrication',
    description: 'A statement, figure, name or quotation that stands nowhere in the evidence.',
  },
  {
    name: 'context_misattribution',
    description:
      'A fact that the evidence does hold, but about another person, thing, time or place than the reply says.',
  },
  {
    name: 'reasoning_error',
    description:
      'A conclusion, comparison or calculation that does not follow from the evidence it rests on.',
  },
  {
    name: 'incorrect_refusal',
    description:
      'The reply declines to answer, or says it cannot know, although the evidence holds the answer.',
  },
  {
    name: 'tool_argument_fabrication',
    description: 'A parameter of a tool call whose value nothing in the conversation supports.',
  },
];
