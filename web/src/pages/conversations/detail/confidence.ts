/** From which probability the model of the embedded evaluator flags words, and in which replies. */
export const WORD_THRESHOLD = 0.32;
export const REPLY_THRESHOLD = 0.5;

/** What a confidence means; a judge reports none. */
export const confidenceHelp =
  'The probability that this annotation is right. The model of the embedded evaluator flags words from ' +
  `${WORD_THRESHOLD} on, in replies that score at least ${REPLY_THRESHOLD}. A finding of one of its checks has the ` +
  'confidence of that check. Judges have no confidence and no threshold.';
