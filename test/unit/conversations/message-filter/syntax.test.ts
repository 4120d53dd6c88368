import type { FilterNode } from '../../../../src/conversations/message-filter/filter-ast';
import { parseFilter } from '../../../../src/conversations/message-filter/parse-filter';

/** The tree of a filter with every group in brackets; comparisons as `field comparator values`. */
function tree(text: string): string {
  const { node, problem } = parseFilter(text);
  return node === null ? `${problem.start}: ${problem.error}` : show(node);
}

function show(node: FilterNode): string {
  switch (node.kind) {
    case 'comparison': {
      const { field, comparator, operand } = node;
      const values = operand.kind === 'any' ? '*' : operand.values.map(({ text }) => text).join('|');
      return `${field.name}${field.key === null ? '' : `.${field.key}`} ${comparator} ${values}`;
    }
    case 'not':
      return `NOT[${show(node.operand)}]`;
    default:
      return `${node.kind}[${node.operands.map(show).join(', ')}]`;
  }
}

describe('parseFilter', () => {
  it.each([
    ['a = 1 AND b = 2 OR c = 3', 'and[a = 1, or[b = 2, c = 3]]'],
    ['a = 1 OR b = 2 AND c = 3 OR d = 4', 'and[or[a = 1, b = 2], or[c = 3, d = 4]]'],
    ['(a = 1 AND b = 2) OR c = 3', 'or[and[a = 1, b = 2], c = 3]'],
    ['NOT a = 1 OR b = 2', 'or[NOT[a = 1], b = 2]'],
    ['NOT (a = 1 OR b = 2)', 'NOT[or[a = 1, b = 2]]'],
    ['NOT (NOT (a = 1))', 'NOT[NOT[a = 1]]'],
    ['((a = 1))', 'a = 1'],
    ['', 'and[]'],
    [' \t\r\n', 'and[]'],
  ])('binds NOT before OR before AND: %s', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  it.each([
    ['a=1AND', 'a = 1AND'],
    ['a=(1 OR 2)AND(b=3)', 'and[a = 1|2, b = 3]'],
    ['NOT(a!=1)', 'NOT[a != 1]'],
    ['  a\n<=\t1 ', 'a <= 1'],
    ['ANDROID = NOTE', 'ANDROID = NOTE'],
    ['a:*', 'a : *'],
    ['a:( x OR "y z" )', 'a : x|y z'],
    ['a = gpt-4o:free/2026.01+x@y', 'a = gpt-4o:free/2026.01+x@y'],
    ['a = größe', 'a = größe'],
    ['tags.env-1/b = 2', 'tags.env-1/b = 2'],
    ['tags.AND = 2', 'tags.AND = 2'],
    [`tags."a.b c" = 'd'`, 'tags.a.b c = d'],
    [`a = "x \\"y\\" 'z' \\\\ \\u00e9\\n"`, `a = x "y" 'z' \\ é\n`],
    [`a = 'it\\'s "x"'`, `a = it's "x"`],
    ['a = ""', 'a = '],
    ['a = "AND"', 'a = AND'],
  ])('reads %j', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  it.each([
    ['a', '1: expected =, <=, <, >=, >, != or :, found the end of the filter'],
    ['a =', '3: expected *, (, a quoted text or a value, found the end of the filter'],
    ['a = AND', '4: expected *, (, a quoted text or a value, found "AND"'],
    ['a == 1', '3: expected *, (, a quoted text or a value, found "="'],
    ['a = 1 b = 2', '6: expected OR, AND or the end of the filter, found "b"'],
    [
      'a = 1 or b = 2',
      '6: expected OR, AND or the end of the filter, found "or"; OR is written in upper case',
    ],
    [
      'not a = 1',
      '0: expected NOT, (, a field or the end of the filter, found "not"; NOT is written in upper case',
    ],
    ['(a = 1', '6: expected OR, AND or ), found the end of the filter'],
    ['a = 1)', '5: expected OR, AND or the end of the filter, found ")"'],
    ['()', '1: expected NOT, ( or a field, found ")"'],
    ['NOT NOT a = 1', '4: expected ( or a field, found "NOT"'],
    ['a = 1 AND', '9: expected NOT, ( or a field, found the end of the filter'],
    ['a = 1 OR OR', '9: expected NOT, ( or a field, found "OR"'],
    ['a:()', '3: expected a quoted text or a value, found ")"'],
    ['a:(1 AND 2)', '5: expected OR or ), found "AND"'],
    ['"a" = 1', '0: expected NOT, (, a field or the end of the filter, found "\\""'],
    ['tags. = 1', '5: expected a tag key, found " "'],
    ['a = "x\\q"', '6: expected an escape: \\\\ \\" \\\' \\n \\r \\t \\u0000 or a closing ", found "\\\\q"'],
    [
      "a = 'x",
      "6: expected an escape: \\\\ \\\" \\' \\n \\r \\t \\u0000 or a closing ', found the end of the filter",
    ],
  ])('says of %j where it breaks off and what could stand there', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  it('accepts 32 nested parentheses and no more, with any content', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a = 1${')'.repeat(depth)}`;
    const sideBySide = Array.from({ length: 40 }, () => '(a = 1)').join(' AND ');

    expect(tree(nested(32))).toBe('a = 1');
    expect(tree(nested(33))).toBe('32: parentheses may be nested 32 deep');
    expect(tree('('.repeat(4096))).toBe('32: parentheses may be nested 32 deep');
    expect(tree('NOT ('.repeat(800))).toBe('164: parentheses may be nested 32 deep');
    expect(tree(sideBySide)).toMatch(/^and\[/);
  });
});
