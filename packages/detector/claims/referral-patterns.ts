import { ADVERB, any, I, isAll, SHALL, startsWith } from './word-patterns';

/** Forms of clauses that name whom to ask, in English: the user hears there what the speaker does not say. */
const ASK = any(
  'ask contact call phone email message consult speak talk confirm verify discuss double-check',
  'asking contacting calling phoning emailing messaging consulting speaking talking confirming verifying discussing',
  'double-checking reaching reach',
);
/** What one does to hear more from other people. */
const ASKING = `(?:${ASK}|check(?:ing)?(?! (?:in|out))|(?:get|getting) in touch|giv(?:e|ing) (?:[^ ]+ ){1,4}?a (?:quick )?(?:call|ring)|(?:rais|tak)(?:e|ing) (?:[^ ]+ ){1,4}?with|bring(?:ing)? (?:[^ ]+ ){1,3}?up|visit(?:ing)? (?:[^ ]+ ){1,4}?(?:website|site|page|homepage))`;
const MAY_BE = `(?:is|are|would be|will be|may be|might be|should be|could be)`;
const BEST = `(?:best|better|worth|worthwhile|wise|safest|easiest|a good idea)`;
const INFORMING = `(?:${any('tell help answer confirm advise assist clarify explain look')}|check(?! (?:in|out))|clear (?:up|that|this|it)|fill you in|let you know|point you|(?:give|provide)(?: you)?(?: with)? (?:[^ ]+ ){0,2}?${any('information details advice answer answers guidance')})`;
/** "I'd suggest asking the office", "the harbor office should be able to tell you". */
const advice = startsWith(
  `(?:${I}|${SHALL}) ${ADVERB}${any('recommend suggest advise encourage propose')}(?: you to| you| that you| to)? ${ADVERB}${ASKING}`,
  `(?:you (?:may|might|could|can always)|you'd) ${ADVERB}(?:(?:want|wish|like|prefer|be better off|be best off) (?:to )?)?${ADVERB}${ASKING}`,
  `(?:(?:it's|it (?:is|would be|may be|might be|could be)|it'd be) ${ADVERB})?${BEST}(?: to)? ${ASKING}`,
  `(?:my|your|the) (?:best|safest|easiest|quickest|only)? ?${any('bet option thing way step advice suggestion recommendation tip')}(?: [^ ]+){0,4}? ${MAY_BE} to ${ASKING}`,
  `(?:[^ ]+ ){1,6}?${MAY_BE} (?:the |your )?(?:best|right) ${any('person people place one ones contact source team')} (?:to|for) ${ASKING}`,
  `(?:[^ ]+ ){1,6}?(?:should|would|will|may|might) be able to ${INFORMING}`,
);

const NOUN = `(?!${any('to for by within and or if because so that with on in before after the')} )[\\p{L}'-]+`;
/** Whom a person can ask, named in general. */
const BODY = `(?:(?:your|the|our|their|a) (?:${NOUN} ){0,2}?${NOUN}|them|reception|support|${NOUN} (?:support|service|staff|services))(?: (?:at|in|of|on) (?:the|your|our) ${NOUN})?`;
/** What one asks for, or when, which promises nothing. */
const PURPOSE = `(?: (?:directly|first|beforehand|again|instead|too|there|to be (?:sure|safe|certain)|to (?:confirm|double-check|find out|make sure)|for (?:${any('more further exact current latest full the')} )*${any('details information advice help guidance clarification confirmation updates')}|(?:about|on|with) (?:this|that|it|these)|before you ${any('go travel leave visit decide order book buy start')}|before you (?:set|head) (?:off|out)|before (?:${NOUN}ing(?: (?:it|that|this|them))?|your ${NOUN})))*`;
/** "Please consult your doctor", "that's one for the crew", "the office will know": from the first word to the last. */
const pointer = isAll(
  `(?:(?:please|kindly|just|simply|always) )*(?:you(?:'d|'ll| would| will)? (?:should|need to|have to|want to|be best to) (?:always )?)?(?:ask|contact|call|phone|email|consult|(?:double-)?check with|(?:talk|speak|reach out|write) to|speak with|(?:get|be) in touch with|check in with)(?: at| with)? ${BODY}${PURPOSE}`,
  `(?:(?:please|kindly|just|simply) )*(?:give) ${BODY} a (?:quick )?(?:call|ring|shout)${PURPOSE}`,
  `that(?:'s| is| would be) (?:(?:best )?(?:one|a question|something|a matter) )?(?:best )?(?:for|(?:to )?(?:ask|raise|discuss|take up|check|left to|up to|answered by)(?: with)?|discussed with) ${BODY}`,
  `${BODY} (?:will|would|should) (?:know|have (?:the|an|all the)? ?(?:details|answers?|information))(?: (?:more|for sure|better|best|that|this))?`,
  `(?:please |just )?(?:check|visit|see|consult) (?:the|their|our|your) (?:official )?${any('website site page homepage app')}${PURPOSE}`,
  `(?:a (?:quick |short )?(?:call|email|message|look|word) (?:to|at|with) )?${BODY} (?:should|can|will|would) (?:${ADVERB})(?:clear (?:that|this|it) up|help(?: you)?(?: out)?)(?: with (?:that|this))?`,
  `${BODY} can (?:also |always |certainly )?(?:tell you|advise(?: you)?|help(?: you)?|confirm(?: that| this| it)?|answer that|clarify(?: that| this| it)?)(?: (?:more|further|there|with that|with this|on that|on this|about that|about this))?`,
);
/** To whom the speaker refers the user. */
export const referrals = [advice, pointer];
