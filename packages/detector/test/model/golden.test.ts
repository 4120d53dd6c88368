import type { Finding } from '../../checks/finding';
import { compareReply } from '../../model/features/judged-reply';
import { loadGroundingModel, type ReplyScore } from '../../model/grounding-model';
import { readEvidence } from '../../model/model-evidence';
import { makeTwins } from '../../training/twins';
import { evidenceOf, replyOf } from '../../training/twins-cases';
import { isInEnglish, readDemoCases } from '../support/grounding-twins';

type Case = [evidence: string, reply: string, findings?: Finding[]];

const model = loadGroundingModel();
const scoreOf = ([evidence, reply, findings = []]: Case): ReplyScore =>
  model.for('rag').score(compareReply(reply, readEvidence([evidence], '', model).units, findings));

const demo = readDemoCases().filter(isInEnglish);
const replies: Case[] = [
  ...demo.map((labeled): Case => [evidenceOf(labeled), replyOf(labeled) ?? '']),
  ...['one', 'two'].flatMap((seed) =>
    makeTwins(demo, { perKind: 40, seed }).map(
      ({ origin, changed }): Case => [evidenceOf(origin), changed.text],
    ),
  ),
];

const tower = 'The old tower was not built in 1887 by Ann for Bob, who sold it for 1,200 crowns.';
const match = 'In May the team of Arsenal defeated Chelsea. Then the boy fed 12 goats and 7 hens.';
const cafe =
  '{"OutdoorSeating": true, "WiFi": "no", "HasTV": false, "Delivery": null, "City": "Dover", ' +
  '"hours": {"Monday": "9:0-17:30", "Tuesday": "9:0-17:30", "Saturday": "10:0-14:0"}}';
const finding: Finding = {
  ...{ start: 9, end: 13, kind: 'fabrication', explanation: '', confidence: 0.65, evidence: [] },
};
/** Features that few replies of the demo have. */
const rare: Case[] = [
  ['Old.', 'Built in 1889.', [finding]],
  [tower, 'Sure! Here is a summary of the passage: the tower is old.'],
  ...['The old tower was built by Bob Keller.', 'My old castle cost 1200 in 1889, and 87 more.'].map(
    (reply): Case => [tower, reply],
  ),
  ...['On Sunday Chelsea defeated Arsenal.', 'He fed 13 goats, 12 horses and all 7.'].map(
    (reply): Case => [match, reply],
  ),
  ...[
    'There is no outdoor seating, but each room has TV. Delivery is offered in Dover.',
    'Open Monday to Wednesday until 5:30 PM, on Sundays until 17:30, and every day from 9 AM.',
  ].map((reply): Case => [cafe, reply]),
];

/** A sum that changes with a value and with its place, to six digits: versions of Node.js may differ in the last bits. */
function sumOf(columns: Iterable<Float32Array>): string {
  let sum = 0;
  let place = 0;
  for (const column of columns) {
    for (const value of column) sum += value * (1 + (place++ % 97) / 97);
  }
  return sum.toPrecision(6);
}

/** `npx jest packages/detector/test/model/golden.test.ts -u` records what a new model says. */
it('gives known replies the features, probabilities and scores that were recorded', () => {
  const scores = [...replies, ...rare].map(scoreOf);
  const names = scores[0]?.features.names ?? [];
  const columns = names.map((name) => [name, sumOf(scores.map(({ features }) => features.get(name)))]);

  expect(replies.length).toBeGreaterThan(200);
  expect({
    probabilities: sumOf(scores.map(({ probabilities }) => probabilities)),
    scores: sumOf([Float32Array.from(scores, ({ score }) => score)]),
    features: Object.fromEntries(columns),
  }).toMatchSnapshot();
});
