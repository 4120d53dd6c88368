/** Maximum depth of nested parentheses. */
export const MAX_DEPTH = 32;

/**
 * The grammar in Peggy's notation: a subset of Google AIP-160, https://google.aip.dev/160, in which OR binds
 * tighter than AND. Quoted rule names appear in errors. One character always decides which alternative
 * applies, so that parsing backtracks over single words only and takes linear time without a cache. Nested
 * parentheses are counted while they are read, which bounds the recursion of the parser. Two comparators of
 * one character are never adjacent alternatives: Peggy would merge them into a class, which errors could not
 * list.
 */
export const filterGrammar = String.raw`
{ let depth = 0; }

Filter = _ filter:Conjunction? _ { return filter ?? { kind: 'and', operands: [] }; }

Conjunction = first:Disjunction more:(_ And _ @Disjunction)*
  { return more.length === 0 ? first : { kind: 'and', operands: [first, ...more] }; }

Disjunction = first:Term more:(_ Or _ @Term)*
  { return more.length === 0 ? first : { kind: 'or', operands: [first, ...more] }; }

Term = Not _ operand:Simple { return { kind: 'not', operand }; } / Simple

Simple = Open _ @Conjunction _ Close / Comparison

Open = Parenthesis
  { depth += 1; if (depth > options.maxDepth) error('parentheses may be nested ' + options.maxDepth + ' deep'); }

Close = ClosingParenthesis { depth -= 1; }

Comparison = field:Field _ comparator:Comparator _ operand:Operand
  { const { start, end } = range(); return { kind: 'comparison', field, comparator, operand, start, end }; }

Field = name:FieldName key:("." @TagKey)?
  { const { start, end } = range(); return { name, key, start, end }; }

Operand
  = Asterisk { return { kind: 'any' }; }
  / Parenthesis _ first:Value more:(_ Or _ @Value)* _ ClosingParenthesis
    { return { kind: 'values', values: [first, ...more], isList: true }; }
  / value:Value { return { kind: 'values', values: [value], isList: false }; }

Value
  = text:Quoted { const { start, end } = range(); return { text, isQuoted: true, start, end }; }
  / text:Word { const { start, end } = range(); return { text, isQuoted: false, start, end }; }

Quoted
  = DoubleQuote parts:(DoubleQuotedText / Escape)* ClosingDoubleQuote { return parts.join(''); }
  / SingleQuote parts:(SingleQuotedText / Escape)* ClosingSingleQuote { return parts.join(''); }

And "AND" = "AND" !WordCharacter
Or "OR" = "OR" !WordCharacter
Not "NOT" = "NOT" !WordCharacter
Parenthesis "(" = "("
ClosingParenthesis ")" = ")"
Asterisk "*" = "*"
DoubleQuote "a quoted text" = '"'
SingleQuote "a quoted text" = "'"
ClosingDoubleQuote 'a closing "' = '"'
ClosingSingleQuote "a closing '" = "'"
FieldName "a field" = !(("AND"i / "OR"i / "NOT"i) !NameCharacter) @$NameCharacter+
TagKey "a tag key" = $[\p{L}\p{N}_/-]u+ / Quoted
Comparator = "=" / "<=" / "<" / ">=" / ">" / "!=" / ":"
Word "a value" = !(("AND" / "OR" / "NOT") !WordCharacter) @$WordCharacter+
DoubleQuotedText "text" = $[^"\\]+
SingleQuotedText "text" = $[^'\\]+
Escape "an escape: \\\\ \\\" \\' \\n \\r \\t \\u0000"
  = "\\" character:["'\\] { return character; }
  / "\\n" { return '\n'; }
  / "\\r" { return '\r'; }
  / "\\t" { return '\t'; }
  / "\\u" code:$([0-9a-f]i [0-9a-f]i [0-9a-f]i [0-9a-f]i) { return String.fromCharCode(parseInt(code, 16)); }
NameCharacter = [\p{L}\p{N}_]u
WordCharacter = [\p{L}\p{N}_./:+@-]u
_ "white space" = [ \t\r\n]*
`;
