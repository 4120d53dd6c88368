import { degreeAdverbs, evaluativeAdjectives } from '../gazetteers/soft-words';
import { ADVERB, any, isAll, NOUN } from './word-patterns';

/**
 * Forms of clauses that evaluate, in English. Each is bound to its end or to a closed class of verbs, so that
 * a word that states something ("your free breakfast") leaves the clause a claim.
 */
export const DEGREE = `(?:(?:a (?:bit|little|touch)|${any(
  ...degreeAdverbs,
  'perfectly entirely fully deeply incredibly terribly awfully thoroughly surprisingly remarkably genuinely',
)}) )*`;
export const EVALUATIVE = any(...evaluativeAdjectives);
export const EVALUATED = `${DEGREE}${EVALUATIVE}(?: (?:and |or |but )?${DEGREE}${EVALUATIVE})*`;
/** What anything can be called. */
const THING = any(
  'question questions point points idea ideas choice choices pick news thing things one ones option match fit start try catch',
  'find work job plan plans way thought thoughts surprise pleasure shame pity relief treat combination decision reason',
  'step call move timing time taste project mix setup goal spot',
);
/** What a person has or had, which praise does not make up. */
const EXPERIENCE = any(
  'season year month week weekend day morning afternoon evening night trip visit holiday vacation run streak result results',
  'progress effort performance game match comeback party celebration wedding birthday picnic date outing adventure story memory',
  'memories family name hobby routine itinerary list',
);
/** They evaluate in front of such a noun, and elsewhere name a property. */
const INVITING = any('delicious tasty yummy cozy relaxing promising festive clever ambitious bold');
const STRONG = `(?:${INVITING}|${any('solid big huge busy full strong')})`;
const PRAISED_THING = `${DEGREE}(?:${EVALUATIVE}|${STRONG})(?: (?:and |or |but )?${DEGREE}(?:${EVALUATIVE}|${STRONG}))* (?:${THING}|${EXPERIENCE})`;
const OCCASION = `(?: (?:for|to (?:spend|celebrate|start|end|mark|enjoy)) (?:(?:a|an|the|your|this) )?(?:(?:${EVALUATIVE}|first|quiet|rainy|sunny|cold|warm|family|long) )*(?:${EXPERIENCE}|${any(
  'beginner beginners kids children family families friends guests group occasion summer winter spring autumn',
)}|(?:mon|tues|wednes|thurs|fri|satur|sun)day))?`;
/** What is said in a conversation: that it is common or natural to say it is courtesy. */
const CONCERN = `${any('common frequent natural normal legitimate')} ${any(
  'question questions concern concerns worry request requests confusion mistake reaction feeling',
)}`;
const SOON = `(?:a (?:bit|little|touch)|rather|quite|somewhat) (?:too )?${any('soon early late')}`;
const ARTICLE = `(?:(?:a|an|the|such a|such an|one of the) )?`;
const JUDGMENT = `(?:${DEGREE}${ARTICLE}(?:${EVALUATED}(?: ${THING})?|${DEGREE}${STRONG} ${THING}|${CONCERN}|${THING.replace('find|work|job|', '')})|${SOON})`;
export const PERSON = `(?:you all|all of you|${any('you me us them him her everyone all')})`;
const FOR_WHOM = `(?: (?:for|of|from) (?:${PERSON}|your [a-z]+|the [a-z]+ of you))?(?: to ${any(
  'hear know see say ask have start meet read',
)}(?: (?:that|it|this|you))?)?`;
export const WHEN = `(?: ${any('indeed then too though already anyway today tonight tomorrow now later there here')}| as well| so far| again| this ${any(
  'morning afternoon evening weekend week month season year time',
)})*`;
const POINTER = any('that this it which these those they everything');
const SEEMING = `(?:${POINTER} (?:is|are|was|were|sounds?|looks?|seems?|feels?)|${POINTER}'(?:s|re)|${POINTER}(?:'d|'ll| ${any(
  'would will could must may might should',
)}) (?:be|sound|feel))`;
const IT_IS = "(?:(?:it's|it is|that's|how|i'm|we're|i am|we are) )?";
/** What the user is known to do in the conversation itself; names in it are checked. */
const USER_DOES = `you(?:(?:'re| are) ${ADVERB}(?:considering|asking|joining|coming|wondering|checking|planning|interested in|thinking (?:of|about)|looking (?:at|into|for|forward to)|going (?:to|for))|(?:'ve| have)? ${ADVERB}(?:asked|checked|wrote|reached out|got in touch|like|enjoyed|want(?:ed)?(?: to)?|considered))(?: (?!free |with (?!your )|and )[^ ]+){0,7}`;
const GOING = any('going coming selling working running doing moving progressing shaping');

// V8 does not compile a pattern of more than 20 KB, so the evaluations are three.

/** What the speaker thinks of something, without a verb: "Lovely!", "What a treat!" */
const exclamation = isAll(
  `(?:how |such |another )?${ARTICLE}(?:${EVALUATED}(?: ${THING})?|${PRAISED_THING}${OCCASION})${FOR_WHOM}${WHEN}`,
  `(?:such (?:a|an) |not (?:a )?bad |not a )(?:${EVALUATED} [a-z]+|idea|plan|choice|start|problem|bad ${THING})(?: at all)?${WHEN}`,
  `not bad(?: at all)?`,
  `what (?:a |an )?(?:(?:${EVALUATED} )?[a-z]+|${PRAISED_THING})${OCCASION}${FOR_WHOM}${WHEN}`,
);
/** With a verb: "which is handy", "sounds like a plan", "that would be a great fit". */
const judgment = isAll(
  `(?:${POINTER} )?(?:sounds?|looks?|seems?|feels?) (?:like )?${ARTICLE}(?:${EVALUATED}(?: [a-z]+)?|${DEGREE}${INVITING}(?: [a-z]+)?|${PRAISED_THING}|fun|plan|(?:quite (?:a|an|the)|a lot of) (?:fun|${THING}|${EXPERIENCE}))${OCCASION}${FOR_WHOM}${WHEN}`,
  `${SEEMING} ${JUDGMENT}${FOR_WHOM}${WHEN}`,
  `(?:[^ ]+ ){1,5}(?:would|could|might) be ${JUDGMENT}${FOR_WHOM}${WHEN}`,
);
/** Of what the user does: "Well done", "Good thing you asked". */
const praise = isAll(
  `(?:well (?:done|played|said|spotted)|nicely done|good (?:thinking|call|catch|for you)|nice one|fair enough|kudos|bravo|hats off)(?: (?:to|on|for) (?:${PERSON}|that|this|it|the ${NOUN}|your ${NOUN}))?${WHEN}`,
  `${IT_IS}${DEGREE}(?:a )?(?:(?:good|great|nice|lovely) (?:thing|to (?:know|hear|see))|${EVALUATIVE}) (?:that )?${USER_DOES}`,
  `that ${USER_DOES}`,
  `(?:that )?(?:you're|you are) (?:in for a (?:real )?treat|on the right track)${WHEN}`,
  `(?:you can't|you cannot|can't) go (?:far )?wrong(?: with (?:that|this|it|either|those|any of them))?`,
  `you(?:'ve| have) (?:picked|chosen|made|got) (?:${ARTICLE})${PRAISED_THING}${OCCASION}${WHEN}`,
  `(?:[^ ]+ ){1,3}(?:is|are) ${GOING}(?: along| up)? (?:${DEGREE})(?:well|nicely|great|beautifully|smoothly|wonderfully)${WHEN}`,
);
export const evaluations = [exclamation, judgment, praise];

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
