import { degreeAdverbs, evaluativeAdjectives } from '../gazetteers/soft-words';
import { ADVERB, any, BE, I, isAll, SHALL, startsWith } from './word-patterns';

/**
 * Forms of clauses that evaluate, wish or suggest, in English. Each is bound to its end or to a closed class of verbs, so that
 * a word that states something ("your free breakfast") leaves the clause a claim.
 */
const DEGREE = `(?:(?:a (?:bit|little|touch)|${any(...degreeAdverbs)}) )*`;
const EVALUATIVE = any(...evaluativeAdjectives);
const EVALUATED = `${DEGREE}${EVALUATIVE}(?: (?:and |or |but )?${DEGREE}${EVALUATIVE})*`;
/** What anything can be called. */
const THING = any(
  'question questions point points idea ideas choice choices pick news thing things one ones option match fit start try catch',
  'find work job plan way thought thoughts surprise pleasure shame pity relief treat combination decision reason',
);
/** What is said in a conversation: that it is common or natural to say it is courtesy. */
const CONCERN = `${any('common frequent natural normal legitimate')} ${any(
  'question questions concern concerns worry request requests confusion mistake reaction feeling',
)}`;
const SOON = `(?:a (?:bit|little|touch)|rather|quite|somewhat) (?:too )?${any('soon early late')}`;
const ARTICLE = `(?:(?:a|an|the|such a|such an|one of the) )?`;
const JUDGMENT = `(?:${DEGREE}${ARTICLE}(?:${EVALUATED}(?: ${THING})?|${CONCERN}|${THING.replace('find|work|job|', '')})|${SOON})`;
const PERSON = `(?:you all|all of you|${any('you me us them him her everyone all')})`;
const FOR_WHOM = `(?: (?:for|of|from) (?:${PERSON}|your [a-z]+|the [a-z]+ of you)| to ${any(
  'hear know see say ask have start meet read',
)}(?: (?:that|it|this|you))?)?`;
const WHEN = `(?: ${any('indeed then too though already anyway today tonight tomorrow now later there here')}| as well| this ${any(
  'morning afternoon evening weekend week',
)})*`;
const POINTER = any('that this it which these those they everything');
const SEEMING = `(?:${POINTER} (?:is|are|was|were|sounds?|looks?|seems?|feels?)|${POINTER}'(?:s|re)|${POINTER}(?:'d|'ll| ${any(
  'would will could must may might should',
)}) (?:be|sound|feel))`;
const GOING = any('going coming selling working running doing moving progressing shaping');

/** What the speaker thinks of something: "Lovely!", "which is handy", "that would be a great fit". */
export const evaluation = isAll(
  `(?:how |such )?${ARTICLE}${EVALUATED}(?: ${THING})?${FOR_WHOM}${WHEN}`,
  `what (?:a|an) (?:${EVALUATED} )?[a-z]+`,
  `${SEEMING} ${JUDGMENT}${FOR_WHOM}${WHEN}`,
  `(?:[^ ]+ ){1,5}(?:would|could|might) be ${JUDGMENT}${FOR_WHOM}${WHEN}`,
  `(?:[^ ]+ ){1,3}(?:is|are) ${GOING}(?: along| up)? (?:${DEGREE})(?:well|nicely|great|beautifully|smoothly|wonderfully)${WHEN}`,
);

const NOUN = "[\\p{L}'-]+";
const WHERE = `(?: (?:in|at|to|on|with|by|of) (?:(?:your|the|our|my) )?${NOUN}| with us)*`;
/** A thing with nothing said of it but praise. */
const PRAISED = `(?:your|the|this|that|our|a|an|every|some) (?:${DEGREE}${EVALUATIVE} )*${NOUN}(?: off| out)?(?: and (?:your |the )?${NOUN})?${WHERE}${WHEN}`;
/** A wish for another person: what it wishes for need not be. */
export const wish = isAll(
  `happy ${NOUN}ing(?: and ${NOUN}ing)?${WHEN}`,
  `(?:happy|merry) (?:(?:new )?year|${NOUN}day|${any('anniversary christmas easter holidays weekend thanksgiving travels trails')})(?: to ${PERSON})?${WHEN}`,
  `${any('safe pleasant good')} ${any('travels travel journey trip flight drive ride')}(?: home| back)?${WHEN}`,
  `(?:(?:and|then|please|just|do) )*enjoy(?: (?:it|them|this|that|yourself|yourselves|everything|${PRAISED}))?${WHERE}${WHEN}`,
  `have (?:fun|(?:a|an|the) (?:${DEGREE}${EVALUATIVE} )+${NOUN})${WHERE}${WHEN}`,
  `(?:all the best|best of luck|good luck|best wishes|fingers crossed|get well soon|sleep well|until then|till then|talk soon)(?: (?:with|for|to|in) (?:${PERSON}|(?:your|the) ${NOUN}))?`,
  `stay ${any('safe warm dry cool healthy well tuned')}(?: out)?${WHEN}`,
  // Formulas that English has from other languages.
  'bon app[eé]tit|buon appetito|guten appetit|bonne (?:chance|journée)|buen provecho|buon viaggio|gute (?:reise|fahrt)',
  `(?:${any('give send pass wish say tell')} (?:[^ ]+ ){1,8}?(?:(?:from|for) (?:all of |both of )?(?:us|me)|on (?:our|my) behalf))`,
);

const ASK = any(
  'ask contact call phone email message consult speak talk confirm verify discuss double-check',
  'asking contacting calling phoning emailing messaging consulting speaking talking confirming verifying discussing',
  'double-checking reaching reach',
);
/** What one does to hear more from other people. */
const ASKING = `(?:${ASK}|check(?:ing)?(?! (?:in|out))|(?:get|getting) in touch|(?:rais|tak)(?:e|ing) (?:[^ ]+ ){1,4}?with|bring(?:ing)? (?:[^ ]+ ){1,3}?up|visit(?:ing)? (?:[^ ]+ ){1,4}?(?:website|site|page|homepage))`;
const MAY_BE = `(?:is|are|would be|will be|may be|might be|should be|could be)`;
/** To whom the speaker refers the user, who hears there what the speaker does not say. */
export const suggestion = startsWith(
  `(?:${I}|${SHALL}) ${ADVERB}${any('recommend suggest advise encourage propose')}(?: you to| you| that you| to)? ${ADVERB}${ASKING}`,
  `(?:you (?:may|might|could)|you'd) ${ADVERB}(?:(?:want|wish|like|prefer|be better off|be best off) (?:to )?)?${ADVERB}${ASKING}`,
  `(?:it's|it (?:is|would be|may be|might be|could be)|it'd be) ${ADVERB}(?:best|better|worth|worthwhile|wise|safest|easiest|a good idea)(?: to)? ${ASKING}`,
  `(?:your|the) (?:best|safest|easiest|quickest) (?:bet|option|thing|way|step|next step)(?: [^ ]+){0,4}? ${MAY_BE} to ${ASKING}`,
  `(?:[^ ]+ ){1,6}?${MAY_BE} (?:the |your )?(?:best|right) ${any('person people place one ones contact source team')} (?:to|for) ${ASKING}`,
  `(?:[^ ]+ ){1,6}?(?:should|would|will|may|might) be able to ${any('tell help answer confirm advise assist clarify')}`,
);

/** What the user may like, said with a claim: "in case you'd like one", "if you're flexible". */
export const preference = isAll(
  `(?:if|in case|whenever|when|should|as|unless) (?:you|you'd|you would|that|this|it) ?(?:${ADVERB})${any(
    'like want wish prefer need fancy care',
  )}(?: to [a-z-]+)?(?: ${any('it one some that this them more any anything something a an the another')})*`,
  `(?:if|in case|whenever) (?:you're|you are|that's|that is|it's) ${ADVERB}${any(
    'flexible interested curious unsure happy fine ok okay ready open convenient',
  )}(?: (?:with|for|about|to) (?:${PERSON}|that|this|it))?`,
  `(?:if|in case) (?:that|this|it) (?:works|helps|suits)(?: (?:for )?${PERSON})?`,
);

/** A wish of the speaker. */
export const anticipation = startsWith(
  `(?:${BE} |${SHALL} be )?${ADVERB}(?:looking forward|excited|thrilled|keen|eager) to`,
  `(?:${I} )?can't wait (?:to|for)`,
  `${SHALL} ${ADVERB}love (?:to|for)`,
);
