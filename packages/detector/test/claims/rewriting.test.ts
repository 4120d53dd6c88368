import { findSpans, makeInput, makeMessage, textsOf } from '../conversations';

const judge = (request: string, reply: string): string[] =>
  textsOf(findSpans(makeInput([makeMessage('user', request), makeMessage('assistant', reply)])).annotations);

describe('a text that is rewritten', () => {
  it.each([
    [
      'Rephrase politely: "Bring me the keys by Tuesday."',
      'Could you please bring me the keys by Tuesday?',
      'Could you please bring me the keys by Sunday?',
      'Sunday',
    ],
    [
      'Please reword this: "Call Marta Lind before noon."',
      'Please call Marta Lind before noon.',
      'Please call Petra Voss before noon.',
      'Petra Voss',
    ],
  ])('keeps its days and names, in requests too: %s', (request, right, wrong, found) => {
    expect(judge(request, right)).toEqual([]);
    expect(judge(request, wrong)).toEqual([found]);
  });

  it('is not what a reply asks back', () => {
    expect(judge('My keys are in the office, room 4.', 'Would you like to fetch them on Sunday?')).toEqual(
      [],
    );
  });
});
