import { scanSentences } from '../../../platform/text/sentences';
import { isFunctionWord, listNormalizedWords, stem } from '../../../platform/text/tokens';
import { checkConfidence, type Finding, quote } from './finding';

const APOLOGY =
  /^(?:based on [^,.]{1,60}, )?(?:(?:i'm |i am |we're |we are )?(?:very |so )?sorry[,.]? (?:but )?|unfortunately,? |(?:i'm|i am|we're|we are) afraid,? (?:that )?|(?:i|we) apologi[sz]e,? (?:but )?)*/i;
const REFUSAL =
  /^(?:(?:i'm |i am |we're |we are )?(?:unable|not able) to |(?:i|we) (?:can(?:no|')t|can not|do(?: not|n't) (?:know|have)|could(?: not|n't) (?:find|answer))|it (?:is not|isn't) possible to (?:answer|determine|say|tell)|there(?:'s| is) no (?:information|mention)|no (?:information|answer) (?:is|was|about))/i;
/** "The policy does not include it" may be the requested fact itself; no user asks what a passage includes. */
const SILENT_SOURCE =
  /^the (?:(?:provided |given )?(?:context|passages?|documents?|text|information)(?: provided| given)? do(?:es)?(?: not|n't) (?:contain|mention|provide|say|include|specify)|(?:[\w-]+ )?(?:handbook|manual|guide|article|page|faq|documentation|knowledge base|notes|transcript|conversation|sources?|materials?) do(?:es)?(?: not|n't) (?:mention|say|specify|state))/i;
const MAX_REFUSAL_LENGTH = 400;
const MAX_QUESTION_LENGTH = 300;
const QUESTION_START =
  /^(?:how|what|when|where|who|whom|whose|why|which|is|are|was|were|do|does|did|can|could|will|would|should|has|have)\b/i;
const MIN_CONTENT_WORDS = 3;
const MIN_NEW_WORDS = 2;
/** Asks for a number, so that a sentence with the number need not repeat the word: "How long is the leave?", "It is 16 weeks." */
const QUANTITY = /\bhow (?:long|many|much|old|tall|high|far|big|large|wide|deep|heavy|often)\b/i;
const NUMBER = /\d/;
const MIN_WORDS_OF_QUANTITY = 2;
/** Characters; a long sentence has two words and a number by chance. */
const MAX_QUANTITY_LENGTH = 80;

/**
 * A short reply that only declines, where one sentence of the evidence has every content word of the
 * question and some more. English only, and conservative: a refusal is more often right than wrong.
 */
export function checkRefusal(text: string, evidence: string, lastUserText: string): Finding[] {
  const trimmed = text.trim();
  if (trimmed.length > MAX_REFUSAL_LENGTH || !isRefusal(trimmed)) return [];
  const question = findQuestion(lastUserText);
  if (question === null) return [];
  const asked = listContentStems(question.replace(QUANTITY, ''));
  const ofQuantity = QUANTITY.test(question);
  if (asked.size < (ofQuantity ? MIN_WORDS_OF_QUANTITY : MIN_CONTENT_WORDS)) return [];
  const statement = scanSentences(evidence).find(
    ({ text: said }) => containsAnswer(said, asked) && (!ofQuantity || hasQuantity(said)),
  );
  if (statement === undefined) return [];
  const start = text.indexOf(trimmed);
  return [
    {
      start,
      end: start + trimmed.length,
      label: 'incorrect_refusal',
      explanation: `The reply does not answer ${quote(question)}, but the evidence says ${quote(statement.text)}.`,
      confidence: checkConfidence.refusal,
      evidence: [statement],
    },
  ];
}

function isRefusal(text: string): boolean {
  const said = text.replaceAll('’', "'").replace(APOLOGY, '');
  return REFUSAL.test(said) || SILENT_SOURCE.test(said);
}

/** The last sentence of the user that reads like a question, else null. */
function findQuestion(text: string): string | null {
  const short = scanSentences(text).filter((sentence) => sentence.text.length <= MAX_QUESTION_LENGTH);
  return (
    short.findLast((sentence) => sentence.text.endsWith('?'))?.text ??
    short.find((sentence) => QUESTION_START.test(sentence.text))?.text ??
    null
  );
}

function containsAnswer(sentence: string, asked: Set<string>): boolean {
  if (sentence.endsWith('?') || QUESTION_START.test(sentence)) return false;
  const said = listContentStems(sentence);
  let shared = 0;
  for (const word of asked) if (said.has(word)) shared += 1;
  return shared === asked.size && said.size >= asked.size + MIN_NEW_WORDS;
}

const hasQuantity = (sentence: string): boolean =>
  sentence.length <= MAX_QUANTITY_LENGTH && NUMBER.test(sentence);

function listContentStems(text: string): Set<string> {
  const words = listNormalizedWords(text);
  return new Set(words.filter((word) => word.length > 1 && !isFunctionWord(word)).map(stem));
}
