const REWRITE =
  /(?:^|[.!?:\n]\s*|\b(?:please|just|can you|could you|would you|help me|i need you to|i want you to)\s+)(?:re-?write|rephrase|paraphrase|reword|translate|proofread|polish|shorten|edit|revise|correct|put\b[^.?!\n]{0,60}\b(?:politely|formally)|make\b[^.?!\n]{0,60}\b(?:politer?|more polite|formal|shorter|clearer|friendlier))\b/i;
const MAX_REQUEST_LENGTH = 2000;

/**
 * Whether a request is to say a text again in other words or another language: then what asks or thanks in the reply does
 * so in the text, and has to be right. English only.
 */
export const isRewriting = (request: string): boolean => REWRITE.test(request.slice(0, MAX_REQUEST_LENGTH));
