import { type BrowserFacts, isCrossSite } from '../../../../src/platform/http/cross-site';

function facts(changes: Partial<BrowserFacts>): BrowserFacts {
  return { method: 'POST', host: 'assay.example', origin: undefined, secFetchSite: undefined, ...changes };
}

describe('isCrossSite', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('allows %s from anywhere', (method) => {
    expect(isCrossSite(facts({ method, secFetchSite: 'cross-site', origin: 'https://evil.example' }))).toBe(
      false,
    );
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s from another site', (method) => {
    expect(isCrossSite(facts({ method, secFetchSite: 'cross-site' }))).toBe(true);
  });

  it.each([
    ['same-origin', false],
    ['none', false],
    ['same-site', true],
    ['cross-site', true],
    ['something-new', true],
  ])('takes Sec-Fetch-Site %s before Origin', (secFetchSite, expected) => {
    const misleading = expected ? 'https://assay.example' : 'https://evil.example';

    expect(isCrossSite(facts({ secFetchSite, origin: misleading }))).toBe(expected);
  });

  it.each([
    ['https://assay.example', 'assay.example', false],
    ['http://assay.example:3000', 'assay.example:3000', false],
    ['http://assay.example', 'ASSAY.example', false],
    ['https://evil.example', 'assay.example', true],
    ['https://assay.example.evil.example', 'assay.example', true],
    ['http://assay.example:3001', 'assay.example:3000', true],
    ['null', 'assay.example', true],
    ['https://assay.example', undefined, true],
  ])('compares Origin %s with Host %s', (origin, host, expected) => {
    expect(isCrossSite(facts({ origin, host }))).toBe(expected);
  });

  it('allows a request that comes from no browser', () => {
    expect(isCrossSite(facts({}))).toBe(false);
  });
});
