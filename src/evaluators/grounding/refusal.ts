import { scanSentences } from '../../text/sentences';
import { isFunctionWord, normalizeWord, scanTokens, stem } from '../../text/tokens';
import { checkConfidence, type Finding, quoted } from './finding';

const REFUSAL =
  /^(?:(?:i'm |i am )?sorry,? (?:but )?|unfortunately,? |i apologi[sz]e,? (?:but )?)?(?:unable to (?:answer|find|provide)|(?:i|we) (?:can(?:no|')t|can not|am not able to|am unable to|do(?: not|n't) (?:know|have)|could(?: not|n't) (?:find|answer))|there is no (?:information|mention)|no (?:information|answer) (?:is|was|about)|the (?:provided |given )?(?:context|passages?|documents?|text|information)(?: provided| given)? do(?:es)? not (?:contain|mention|provide|say|include|specify))/i;
const LONGEST_REFUSAL = 400;
const LONGEST_QUESTION = 300;
const QUESTION_START =
  /^(?:how|what|when|where|who|whom|whose|why|which|is|are|was|were|do|does|did|can|could|will|would|should|has|have)\b/i;
const FEWEST_CONTENT_WORDS = 3;
const FEWEST_NEW_WORDS = 2;

/**
 * A short reply that only says it cannot answer, where one sentence of the evidence has every content word of the
 * question and some more. English only, and conservative: a refusal is more often right than wrong.
 */
export function checkRefusal(text: string, evidence: string, lastUserText: string): Finding[] {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_REFUSAL || !REFUSAL.test(trimmed.replaceAll('’', "'"))) return [];
  const question = findQuestion(lastUserText);
  const asked = question === null ? new Set<string>() : contentStems(question);
  if (asked.size < FEWEST_CONTENT_WORDS) return [];
  const answer = scanSentences(evidence).find((sentence) => answers(sentence.text, asked));
  if (answer === undefined) return [];
  const start = text.indexOf(trimmed);
  return [
    {
      start,
      end: start + trimmed.length,
      label: 'incorrect_refusal',
      explanation: `The reply does not answer ${quoted(question ?? '')}, but the evidence says ${quoted(answer.text)}.`,
      confidence: checkConfidence.refusal,
    },
  ];
}

/** The last sentence of the user that reads like a question, else null. */
function findQuestion(text: string): string | null {
  const short = scanSentences(text).filter((sentence) => sentence.text.length <= LONGEST_QUESTION);
  return (
    short.findLast((sentence) => sentence.text.endsWith('?'))?.text ??
    short.find((sentence) => QUESTION_START.test(sentence.text))?.text ??
    null
  );
}

function answers(sentence: string, asked: Set<string>): boolean {
  if (sentence.endsWith('?') || QUESTION_START.test(sentence)) return false;
  const said = contentStems(sentence);
  let shared = 0;
  for (const word of asked) if (said.has(word)) shared += 1;
  return shared === asked.size && said.size >= asked.size + FEWEST_NEW_WORDS;
}

function contentStems(text: string): Set<string> {
  const words = scanTokens(text).map((token) => normalizeWord(token.text));
  return new Set(words.filter((word) => word.length > 1 && !isFunctionWord(word)).map(stem));
}
