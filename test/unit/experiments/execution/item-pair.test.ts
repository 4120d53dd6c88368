import { pairOutcomeOf } from '../../../../src/experiments/execution/item-executor';
import { emptySide, type ReplySide } from '../../../../src/experiments/store/experiment';

const finding = { label: 'fabrication', toolName: null, parameterName: null };
const clean: ReplySide = { ...emptySide, findings: [] };
const flagged: ReplySide = { ...emptySide, findings: [finding, finding] };
const notJudged: ReplySide = { ...emptySide, hasNoVerdict: true };

it.each([
  [clean, clean, 'neither'],
  [clean, flagged, 'only_original'],
  [flagged, clean, 'only_reply'],
  [flagged, flagged, 'both'],
  [notJudged, clean, null],
  [clean, notJudged, null],
  [clean, { ...emptySide, isNotJudgeable: true }, null],
  [clean, null, null],
])('tells which replies of an item have an issue, if both have a verdict', (reply, baseline, expected) => {
  expect(pairOutcomeOf({ reply, baseline })).toBe(expected);
});
