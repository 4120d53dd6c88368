import { oneLine, printable } from '../../../../src/cli/shared/wording';

describe('untrusted text', () => {
  it.each([
    ['a\u001b[31mb\u0007\n c', 'a [31mb c'],
    ['::set-output name=a::b', ': :set-output name=a::b'],
    ['\n ::add-mask::x', ': :add-mask::x'],
    ['std::vector in ##[group]a and ##vso[task.x]', 'std::vector in # #[group]a and # #vso[task.x]'],
  ])('is on one line, without commands of a terminal or a CI: %j', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });

  it('keeps its line ends', () => {
    expect(printable('a\n  ::error::b\r::error::c')).toBe('a\n  : :error::b ::error::c');
  });
});
