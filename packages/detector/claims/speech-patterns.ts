import { NOT_ABLE, THE_SOURCE } from './abstention-patterns';
import { ADVERB, any, BE, I, isAll, SHALL, startsWith } from './word-patterns';

/**
 * Forms of clauses that say nothing of the world, in English: closed classes of words (persons, modals, verbs of helping,
 * knowing and telling) and the grammar between them. They match clauses in lower case, from their first word on.
 */
/** A greeting with the name of who is greeted. */
export const greeting = isAll(
  `(?:hello|hi|hey|dear|greetings|good (?:morning|afternoon|evening|day))(?: (?!is |are |was )\\S+){0,4}`,
);
/** The words before a signature. */
export const valediction = isAll(
  '(?:with )?(?:my |our )?(?:best|kind|kindest|warm|warmest|many) (?:regards|wishes|thanks)',
  `${any('regards sincerely respectfully cordially cheers thanks best')}`,
  'thank you',
  '(?:yours|sincerely|very truly) (?:truly|sincerely|faithfully|yours)',
);
/** A name of the reply or a part of it. */
const REMARK = `(?:(?:the|a|my|your|here) )?(?:(?:very|super) )?${any('short quick brief simple long full direct honest little important handy friendly small final')} ${any(
  'answer version summary overview recap breakdown explanation rundown note reminder caveat heads-up tip aside disclaimer clarification question update',
)}`;
/** What is said in response and before the matter. */
export const interjection = isAll(
  any(
    'sure certainly absolutely definitely great good perfect okay ok alright understood noted awesome excellent wonderful',
  ),
  any(
    'fantastic oh ah hmm wow welcome congratulations overall finally ouch ugh yikes phew aw aww yay hooray likewise indeed',
  ),
  'oh (?:no|dear|my|boy|wow|yes|well)|uh oh',
  'of course|all right|sure thing|got it|no (?:problem|worries|trouble)|my pleasure|not at all|sounds (?:good|great|perfect)',
  "(?:(?:that's|that is|what) a )?(?:great|good|fair|excellent) (?:question|point|idea|choice)",
  'from what i (?:can see|have|see)|as far as i (?:can (?:see|tell)|know)|to my knowledge',
  'rest assured|that said|as a result|by the way|in (?:summary|short|conclusion|brief|other words|addition|general)',
  `${REMARK}(?: (?:for you|first|again|on that|about that|here))?`,
  `(?:(?:the|some|my|a few) )?(?:(?:key|main|important|quick) )?${any('gist takeaway takeaways details notes highlights basics essentials')}`,
  'long story short|(?:the )?bottom line|tl dr|in a (?:nutshell|word)|(?:simply|briefly) put|put (?:simply|briefly|differently)|(?:in|to) sum|summing up|all in all|all told|at a glance',
  "(?:for|with) (?:context|reference|clarity|completeness|the record|that in mind)|for what it is worth|for what it's worth|one (?:more|last|final|other) (?:thing|note|tip|point)|(?:the )?(?:good|bad|great) news|either way|in (?:any|that|either|this) case|step by step|first things first|on (?:top of that|a side note|that note|the plus side|the bright side)|as promised|as (?:you )?(?:mentioned|said|noted|described|know)|you bet|by all means|let's see|hold on|here (?:we|it) (?:go|goes)",
  'for (?:example|instance)|(?:just )?to (?:confirm|clarify|summarize|sum (?:it |this |that |things )?up|recap|conclude|be (?:clear|fair|precise|exact|sure)|put it (?:simply|briefly|differently)|answer your questions?)|as (?:you )?(?:requested|asked)',
);
/** Thanks, wishes and farewells. */
export const compliment = startsWith(
  '(?:many )?thanks(?! to)',
  'thank you',
  "(?:you're|you are|you 're) (?:very |most |always )?welcome",
  'good luck|safe travels?|take care|bon voyage|have (?:a|an) (?:[a-z]+ ){0,2}(?:day|evening|night|morning|afternoon|week|weekend|trip|flight|time|one|stay|journey)',
  'see you|(?:talk|speak) to you',
  `(?:my|our) (?:sincere |sincerest |deepest )?(?:apologies|condolences)`,
);
/** "Happy to confirm your refund" states it; "happy to confirm" and "happy to tell you more" do not. */
const NO_NEWS = `(?! (?:confirm|inform|report|announce|say|tell|advise)(?: you)? (?!${any('more further anything about if whether how what which with')}(?: |$)))`;
/** What the speaker feels, hopes or is ready for. */
export const attitude = startsWith(
  `(?:${BE} )?${ADVERB}${any('happy glad pleased delighted sorry afraid')} (?:to${NO_NEWS}|for|about|if)`,
  `${SHALL} ${ADVERB}be ${ADVERB}${any('happy glad pleased delighted')} (?:to|for|about|if)`,
  `(?:${BE} |${SHALL} be )${ADVERB}(?:(?:happy|glad|pleased|delighted|sorry|afraid)$|(?:here|ready|available|eager|excited|able) (?:to|for|if|whenever|when|with))`,
  `(?:${I}|i'd|we'd|i would|we would|i do) ${ADVERB}(?:hope|wish|appreciate|apologi[sz]e|look forward|understand|thank|see|sympathi[sz]e|get it)`,
  `${I} ${ADVERB}want to (?:help|make sure|ensure|assist)`,
  '(?:this|that|it|these|those|which|doing so) (?:will|would|can|could|may|might) (?:help|allow|enable|let) (?:me|us)',
);
/** Offers, and what the speaker can or cannot do in this conversation. */
export const offer = startsWith(
  `${SHALL} ${ADVERB}${any(
    'help assist support guide look check search find try compare proceed continue start begin wait ask answer explain clarify walk',
    'show tell let need require connect transfer verify confirm estimate calculate compute sketch draft summarize outline list rewrite',
    'rephrase translate recalculate',
  )}`,
  `${SHALL} ${ADVERB}(?:${any('work run do crunch')} (?:[^ ]+ ){0,3}?${any('out numbers math sums calculation calculations rest')}|(?:go|run|talk) (?:you )?(?:through|over)|(?:dig|look) (?:into|deeper)|put (?:[^ ]+ ){1,4}?together|put together|break (?:[^ ]+ ){1,4}?down|get (?:right )?(?:back to you|on it|to it)|take it from there|be right with you|point you|narrow (?:[^ ]+ ){1,3}?down|figure (?:it|that|this) out|sort (?:it|that|this) out)`,
  `${ADVERB}here (?:if you|whenever you|for you|to help)`,
  `${SHALL} ${ADVERB}(?:provide|offer|give|share)(?: [^ ]+){0,5}? (?:information|details|assistance|help|support|options|guidance|instructions)`,
  `(?:i am|i'm|i) ${NOT_ABLE.replace(' to|cannot', '|cannot')}`,
  "let's|let (?:me|us) (?!know)[a-z]+",
);
/** Talk about the reply and what it is made from. */
export const meta = startsWith(
  "(?:here|below) (?:is|are|you go)|here's|the following (?:is|are)",
  '(?:this|that) is (?:what|how) (?:i|we) (?:found|have|see|know|can see|got|worked out|would)$',
  `(?:[^ ]+ ){1,5}?(?:looks?|goes?|works? out|breaks? down|adds? up|is|are|reads) (?:like this|as follows)$`,
  `that's (?:it|all|about it|everything|the gist|the plan|all there is)(?: (?:for now|i have|i can see|i found|to it))?$`,
  `(?:(?:based|relying|drawing) ${ADVERB}(?:on|upon|from)|according to|from|in|per|as per|within) ${THE_SOURCE}$`,
  'as an? (?:ai|artificial|large language|language|helpful|virtual)',
);
/** What the user is asked for, in the imperative or as a need. */
export const request = startsWith(
  "(?:(?:do not|don't|do) )?(?:let (?:me|us) know|feel free|hesitate|(?:tell|give|send|show|contact|inform) (?:me|us)|share with (?:me|us)|reach (?:back )?out to (?:me|us)|bear with (?:me|us)|drop (?:me|us) a|shoot (?:me|us) (?:a|an))",
  "(?:say the word|ask away|say so|give (?:me|us) a shout|(?:i am|i'm) all ears|ask|holler)$",
  `(?:${I}|i'd|we'd|i'll|we'll|${I} (?:will|would|do|may|might)) ${ADVERB}(?:need|require|like to|ask)`,
  `(?:[^ ]+ ){0,12}?(?:please|kindly) ${ADVERB}(?:(?:do not|don't) )?${any(
    'provide share confirm specify clarify indicate tell let give send describe reply respond answer state verify review advise',
    'rephrase restate elaborate ask feel hesitate allow bear wait forgive accept reach mention repeat contact proceed',
  )}`,
  '(?:[^ ]+ ){0,12}?(?:please|kindly) (?:(?:check|try) (?:your|again|if|whether|to)|(?:choose|select|pick|enter|list) (?:which|one|from the|between|an option|your))',
);
/** Depends on what it is said with. */
export const condition = startsWith(
  'if|once|when|whenever|after|before|until|unless|should you|as soon as|as long as|in case|in order to|in the meantime|with that',
  'to [a-z]+|for (?:any|anything|everything|that|further|more|your|additional|the (?:most|latest|best|full))|regarding|concerning|as (?:for|to)|on the (?:matter|topic|subject|question) of',
);
/** The word that makes a clause a question. */
export const interrogative = startsWith(
  `(?:(?:and|so|but|or|also|then|now|please|just|if so|if not) )*${any(
    'who whom whose what when where why how which is are was were am do does did has have had can could will would shall',
    "should may might must what's who's where's how's",
  )}`,
);
/** They state what they ask about. */
export const knowingQuestion = startsWith(
  '(?:but |and |so )?(?:did you know|do you know that|have you heard|(?:are|were) you aware)',
);
export const ellipticQuestion = startsWith(
  any(
    'you your any anything everything anyone ready need want got like right correct ok okay or perhaps maybe interested sure',
  ),
);
/** A verb that says that something is or was so, as far as a form shows it. */
export const finiteVerb = new RegExp(
  `(?<![\\p{L}'])(?:may(?! \\d)|${any(
    "is are was were isn't aren't wasn't weren't has have had hasn't haven't hadn't will would won't wouldn't can could can't",
    "cannot couldn't might must shall should shouldn't does did doesn't didn't do don't costs owns",
    'became began bought built came chose died fell felt found gave got grew held kept knew left led lost made met paid ran',
    'rose said sat saw sent sold spent spoke stood took taught thought told went won wore wrote',
  )}(?![\\p{L}'])|[a-z]'(?:s|re|ll|ve|d|m) |[a-z]{3}ed(?![\\p{L}'])|[a-z]{2}n't(?![\\p{L}']))`,
  'u',
);
/** The beginning of a clause that names something. */
export const addition = startsWith(`(?:and )?${any('a an the with plus including no all free your our')}`);
/** "You get a refund": who does something, in any form of the verb. */
export const subject = startsWith(
  `(?:(?:as|since|while) )?${any('i you we they he she it')} (?!${any('and or all both know')} )[a-z]+`,
);
/** Adverbs and conjunctions at the beginning of a clause that add nothing to it. */
export const lead = startsWith(
  any(
    'that and but or so then also additionally furthermore otherwise alternatively however unfortunately sadly regrettably first next just simply',
    'again still therefore certainly sure absolutely yes no okay ok well currently instead lastly personally',
  ),
);
