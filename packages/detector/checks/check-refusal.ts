import { scanSentences } from '../base/sentences';
import type { Evidence } from '../evidence/evidence';
import { listContentStems, QUESTION_START } from '../evidence/statement-index';
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
const MIN_CONTENT_WORDS = 3;
const MIN_NEW_WORDS = 2;
/** Asks for a number, so that a sentence with the number need not repeat the word: "How long is the leave?", "It is 16 weeks." */
const QUANTITY = /\bhow (?:long|many|much|old|tall|high|far|big|large|wide|deep|heavy|often)\b/i;
const MIN_WORDS_OF_QUANTITY = 2;

/**
 * A short reply that only declines, where one sentence of the evidence has every content word of the
 * question and some more. English only, and conservative: a refusal is more often right than wrong.
 */
export function checkRefusal(
  text: string,
  evidence: Pick<Evidence, 'statements'>,
  question: () => string | null,
): Finding[] {
  const trimmed = text.trim();
  if (trimmed.length > MAX_REFUSAL_LENGTH || !isRefusal(trimmed)) return [];
  const questionText = question();
  if (questionText === null) return [];
  const stems = listContentStems(questionText.replace(QUANTITY, ''));
  const hasQuantity = QUANTITY.test(questionText);
  if (stems.size < (hasQuantity ? MIN_WORDS_OF_QUANTITY : MIN_CONTENT_WORDS)) return [];
  const statement = evidence.statements.findFirst({ stems, minNewStems: MIN_NEW_WORDS, hasQuantity });
  if (statement === null) return [];
  const start = text.indexOf(trimmed);
  return [
    {
      start,
      end: start + trimmed.length,
      kind: 'incorrect_refusal',
      explanation: `The reply does not answer ${quote(questionText)}, but the evidence says ${quote(statement.text)}.`,
      confidence: checkConfidence.refusal,
      evidence: [statement],
    },
  ];
}

function isRefusal(text: string): boolean {
  const plainText = text.replaceAll('’', "'").replace(APOLOGY, '');
  return REFUSAL.test(plainText) || SILENT_SOURCE.test(plainText);
}

/** The last sentence of the user that reads like a question, else null. */
export function findQuestion(text: string): string | null {
  const short = scanSentences(text).filter((sentence) => sentence.text.length <= MAX_QUESTION_LENGTH);
  return (
    short.findLast((sentence) => sentence.text.endsWith('?'))?.text ??
    short.find((sentence) => QUESTION_START.test(sentence.text))?.text ??
    null
  );
}
