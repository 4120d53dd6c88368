/** A request for something else than what it names, or for one of several. */
const OF_OTHERS =
  /\b(?:upgrad\w*|downgrad\w*|switch\w*|chang\w*|mov(?:e|ing)|swap\w*|instead|other|others|another|next|alternatives?|cheaper|cheapest|better|best|larger|largest|smaller|smallest|highest|lowest|longest|shortest|first|last|second|third|top|most|least|than|compared?|versus|vs|difference|which|or|not|except)\b/i;
/** A longer message holds what is to be relied on. */
const MAX_LENGTH = 400;

/** Whether the reply to a question may be taken to be about what the question names. */
export const namesSubject = (question: string): boolean =>
  question !== '' && question.length <= MAX_LENGTH && !OF_OTHERS.test(question);
