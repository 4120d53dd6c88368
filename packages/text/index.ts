/** The door of the library: what is not exported here is its own. */
export {
  codePointConverter,
  codePointLength,
  codePointSlicer,
  sliceCodePoints,
  utf16Converter,
} from './code-points';
export { cutText } from './cut-text';
export { ExactNumber, parseJson, toDouble, toExactNumber, withDoubles, writeJson } from './exact-json';
export { endOfString, replaceNaN } from './json-strings';
export { partText } from './part-text';
export {
  countPlaceholders,
  expandTemplate,
  ownTextOf,
  PLACEHOLDER_PATTERN,
  SYSTEM_PROMPT_PLACEHOLDER,
} from './prompt-template';
export { decodeUtf8, replaceUnstorable } from './storable-text';
export { describePValue, formatEValue, formatPValue, isSignificant } from './test-results';
