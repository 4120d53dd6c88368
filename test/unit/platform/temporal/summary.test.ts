import { summarize } from '../../../../src/platform/temporal/summary';
import { fc } from '../../../support/property';

it('leaves a text of up to 200 bytes as it is', () => {
  expect(summarize('Fewer fabrications: minimize issue_rate')).toBe(
    'Fewer fabrications: minimize issue_rate',
  );
  expect(summarize('ä'.repeat(100))).toBe('ä'.repeat(100));
});

it('cuts any text to at most 200 bytes between two characters, from its beginning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 100, maxLength: 255 }), (text) => {
      const summary = summarize(text);
      expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(200);
      expect(text.startsWith(summary)).toBe(true);
      expect(Buffer.byteLength(text) <= 200 || Buffer.byteLength(summary) > 196).toBe(true);
    }),
  );
});
