import { findInstructions, Instructions } from '../../evidence/instructions';
import { loadGroundingModel } from '../../model/grounding-model';
import { findSpans, makeInput, makeMessage, textsOf } from '../conversations';

const policy =
  'You answer for a ferry line. Ask for the booking code first. Bicycles travel free of charge on weekdays. ' +
  'Dogs must wear a muzzle on deck. The lounge opens one hour before departure. ' +
  'Never promise a window seat. A cabin for two costs 84 euros.';

describe('findInstructions', () => {
  it.each([
    ['rules for the assistant', policy, policy.length],
    ['an order without an address', 'Answer in one sentence. Do not guess.', 37],
    [
      'rules before passages',
      `${policy}\n\nPassage 1: The lighthouse of Vorn was built in 1902. You should see it.`,
      policy.length + 2,
    ],
    ['an order before its passage', 'Answer from the passage: You enter the mill by the west gate.', 16],
    ['rules before their context', 'You help visitors. Context: The mill must be seen at dusk.', 19],
    ['rules with a note', 'You help guests. Note: the pool is for adults.', 46],
  ])('covers %s', (_name, text, end) => {
    expect(findInstructions(text)).toEqual({ start: 0, end });
  });

  it.each([
    ['facts', 'The lighthouse of Vorn was built in 1902. It is 31 meters high and stands on a rock.'],
    ['data', '{"status": "shipped", "you": 3}'],
  ])('covers no %s', (_name, text) => {
    expect(findInstructions(text)).toBeNull();
  });
});

describe('Instructions', () => {
  it('select what the reply is about, with the sentences around it', () => {
    const instructions = new Instructions(loadGroundingModel().lexicon);
    instructions.append({ text: policy, place: 100 }, { start: 0, end: policy.length });

    const selected = instructions.selectFor('Your bicycle travels free of charge on a weekday.');

    expect(selected.map(({ text }) => text)).toContain('Bicycles travel free of charge on weekdays.');
    expect(selected.map(({ text }) => text)).not.toContain('A cabin for two costs 84 euros.');
    for (const { text, place } of selected) expect(policy.slice(place - 100)).toContain(text);
    expect(instructions.selectFor('The sun is shining.')).toEqual([]);
  });
});

describe('a reply next to instructions', () => {
  const judge = (reply: string) =>
    textsOf(
      findSpans(
        makeInput([
          makeMessage('system', policy),
          makeMessage('user', 'My crossing is on 4 June. What does a cabin cost?'),
          makeMessage('assistant', reply),
        ]),
      ).annotations,
    );

  it('may state their rules, and a wrong one is found', () => {
    expect(judge('A cabin for two costs 84 euros.')).toEqual([]);
    expect(judge('A cabin for two costs 94 euros.').join()).toContain('94');
  });
});
