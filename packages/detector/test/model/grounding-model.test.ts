import { compareReply } from '../../model/features/judged-reply';
import { loadGroundingModel, type ReplyScore } from '../../model/grounding-model';
import { readEvidence } from '../../model/model-evidence';

const model = loadGroundingModel();
const score = (evidence: string, reply: string): ReplyScore =>
  model.for('rag').score(compareReply(reply, readEvidence([evidence], '', model).units, []));

const cases = [
  {
    topic: 'opening hours',
    evidence:
      'The Fennick Lido opens on 4 May and closes for the winter on 29 September. The main pool is 33 metres ' +
      'long and heated to 24 degrees. Swimmers under eight must be with an adult. Towels can be hired at the desk.',
    supported: 'The main pool of the Fennick Lido is 33 metres long and heated to 24 degrees.',
    planted: ' It also has a sauna and a salt water whirlpool that were added by the council in 2019.',
  },
  {
    topic: 'a guarantee',
    evidence:
      'Orrin kettles carry a guarantee of 24 months. Send the kettle with its receipt to the workshop in Hale. ' +
      'Limescale is not covered. Repairs take up to ten working days.',
    supported: 'The guarantee runs for 24 months. Damage by limescale is not covered.',
    planted:
      ' If the repair fails, the company sends a courier with a brand new kettle and a refund of the postage.',
  },
  {
    topic: 'a news report',
    evidence:
      'A fire broke out on Tuesday night in a timber yard in Wexcombe. Sixty firefighters fought the flames for ' +
      'five hours. Nobody was hurt. The cause is not known, police said.',
    supported: 'A fire broke out in a timber yard in Wexcombe on Tuesday night, and nobody was hurt.',
    planted:
      ' Police arrested a former employee, who had reportedly been seen near the yard with a petrol can.',
  },
  {
    topic: 'structured data',
    evidence:
      '{"name": "Osk & Daughters", "city": "Tamworth", "categories": "Bakeries, Coffee", "business_stars": 4.5, ' +
      '"attributes": {"OutdoorSeating": false, "WiFi": "free"}, "review": "Great rye bread, friendly people."}',
    supported: 'Osk & Daughters is a bakery in Tamworth with free WiFi and 4.5 stars.',
    planted: ' It offers plenty of outdoor seating, and its chef is famous for spicy Thai curries.',
  },
];

describe.each(cases)('a reply on $topic', ({ evidence, supported, planted }) => {
  it('scores lower than the same with a false sentence planted', () => {
    expect(score(evidence, supported).score).toBeLessThan(score(evidence, supported + planted).score);
  });

  it('has its false words above those that are supported', () => {
    const { reply } = compareReply(supported + planted, readEvidence([evidence], '', model).units, []);
    const { probabilities } = score(evidence, supported + planted);
    const first = reply.starts.findIndex((start) => start >= supported.length);
    const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

    expect(mean(probabilities.subarray(first))).toBeGreaterThan(mean(probabilities.subarray(0, first)));
  });
});

describe('GroundingModel', () => {
  it('gives probabilities, one for each word', () => {
    const { score: ofReply, probabilities } = score('The tower was built in 1887.', 'It was built in 1889.');

    expect(probabilities).toHaveLength(5);
    for (const value of [ofReply, ...probabilities]) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(1);
    }
  });

  it.each([
    ['', ''],
    ['Fact.', ''],
    ['', 'Fact.'],
    ['...', '!!'],
    ['{}', '[]'],
  ])('gives a probability for the evidence %j and the reply %j', (evidence, reply) => {
    const { score: ofReply } = score(evidence, reply);

    expect(ofReply).toBeGreaterThan(0);
    expect(ofReply).toBeLessThan(1);
  });

  it('says the same twice', () => {
    const [first, second] = [1, 2].map(() => score('The tower is old.', 'The tower is new.'));

    expect(first?.score).toBe(second?.score);
    expect(first?.probabilities).toEqual(second?.probabilities);
  });
});
