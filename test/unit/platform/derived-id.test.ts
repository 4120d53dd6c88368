import { derivedId } from '../../../src/platform/derived-id';
import { fc } from '../../support/property';

it('does not change, because stored documents have it', () => {
  expect(derivedId('a', 'item')).toBe('097bf759-91e5-8afb-b70e-22e5145d4e30');
});

it('is a UUID of version 8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (owner) => {
      expect(derivedId(owner, 'message')).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }),
  );
});
