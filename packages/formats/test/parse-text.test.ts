import { fc } from '../../../test/support/property';
import { writeJson } from '../../text';
import { parseText } from '../values/json-text';

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0', '\ufeff'), maxLength: 3 });
const scalar = fc.constantFrom(
  'true',
  'false',
  'null',
  '-0',
  '1e3',
  '"a"',
  'truth',
  'nothing',
  '-',
  '"',
  '+1',
);
const content = fc.oneof(fc.json(), scalar, fc.string({ unit: 'binary' }), fc.string());

it('has the value of JSON text, and of no other text', () => {
  fc.assert(
    fc.property(space, content, space, (before, text, after) => {
      const whole = before + text + after;
      const parsed = parseText(whole);
      const plain = parsed === undefined ? undefined : JSON.parse(writeJson(parsed));
      expect(plain).toEqual(parseOrUndefined(whole));
    }),
    { numRuns: 2000 },
  );
});
