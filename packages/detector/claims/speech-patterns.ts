import { ADVERB, any, BE, I, isAll, SHALL, startsWith } from './word-patterns';

/**
 * Forms of clauses that say nothing of the world, in English: closed classes of words (persons, modals, verbs of helping,
 * knowing and telling) and the grammar between them. They match clauses in lower case, from their first word on.
 */
const NOT_ABLE =
  "(?:(?:am |are |is |was |were )?(?:unable|not able) to|cannot|can not|can't|could not|couldn't|won't be able to|will not be able to)";
const NOT = `(?:(?:do|does|did) not|don't|doesn't|didn't|${NOT_ABLE})`;
const SOURCE = any(
  'passage passages context contexts document documents documentation text texts article articles information source sources',
  'excerpt excerpts conversation material materials content transcript paragraph paragraphs snippet snippets data dataset',
);
const GIVEN = any('given provided available above following retrieved supplied current search');
const ARTICLE = any('the this these those your our any my');
const THE_SOURCE = `(?:${ARTICLE} )?(?:${GIVEN} ){0,2}${SOURCE}(?: (?:${GIVEN}|here|at hand|i have|you (?:provided|shared|gave)))?`;
/** Documents that a conversation may be about; of them only verbs of telling say what they do not say. */
const DOCUMENT = any(
  'policy policies handbook listing page pages manual guide faq menu rules terms notes note report record records file website',
  'description brochure catalog catalogue section chart table contract letter email instructions',
);
const THE_DOCUMENT = `(?:it|${ARTICLE} (?:[a-z-]+ ){0,2}?(?:${DOCUMENT}|${SOURCE})(?: ${DOCUMENT})?(?: (?:i|we) have)?)`;
const KNOWLEDGE = any(
  'information info details knowledge answer answers mention idea specifics insight insights guidance record records context',
);
/** "I don't have numbers" does not know them; "there is no amount" may state that there is none. */
const FIGURE = any(
  'number numbers figure figures amount amounts statistics estimate estimates recommendation recommendations',
);
const TELLING = any(
  'mention mentions say state specify provide contain include describe discuss address indicate explain give list cover have',
);
const SAYING = any(
  'mention mentions mentioned say says said state states stated specify specifies indicate indicates',
);
/** "nothing except a flight" says what there is. */
const NO_EXCEPTION = '(?!.* (?:except|besides|but|other than|apart from|aside from)(?: |$))';
const TOLD = any('mentioned specified stated discussed described indicated disclosed addressed');
const TOLD_THERE = any('provided included given listed found contained covered available');

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
/** What is said in response and before the matter. */
export const interjection = isAll(
  any(
    'sure certainly absolutely definitely great good perfect okay ok alright understood noted awesome excellent wonderful',
  ),
  any('fantastic oh ah hmm wow welcome congratulations overall finally'),
  'of course|all right|sure thing|got it|no (?:problem|worries|trouble)|my pleasure|not at all|sounds (?:good|great|perfect)',
  "(?:(?:that's|that is|what) a )?(?:great|good|fair|excellent) (?:question|point|idea|choice)",
  'rest assured|that said|as a result|by the way|in (?:summary|short|conclusion|brief|other words|addition|general)',
  'for (?:example|instance)|(?:just )?to (?:confirm|clarify|summarize|sum up|recap|conclude|be clear)|as (?:you )?(?:requested|asked)',
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
  `(?:${BE} |${SHALL} be )${ADVERB}(?:(?:happy|glad|pleased|delighted|sorry)$|(?:here|ready|available|eager|excited|able) (?:to|for|if|whenever|when|with))`,
  `(?:${I}|i'd|we'd|i would|we would|i do) ${ADVERB}(?:hope|wish|appreciate|apologi[sz]e|look forward|understand|thank|see|sympathi[sz]e|get it)`,
  `${I} ${ADVERB}want to (?:help|make sure|ensure|assist)`,
  '(?:this|that|it|these|those|which|doing so) (?:will|would|can|could|may|might) (?:help|allow|enable|let) (?:me|us)',
);
/** Offers, and what the speaker can or cannot do in this conversation. */
export const offer = startsWith(
  `${SHALL} ${ADVERB}${any(
    'help assist support guide look check search find try compare proceed continue start begin wait ask answer explain clarify walk',
    'show tell let need require connect transfer verify confirm',
  )}`,
  `${SHALL} ${ADVERB}(?:provide|offer|give|share)(?: [^ ]+){0,5}? (?:information|details|assistance|help|support|options|guidance|instructions)`,
  `(?:i am|i'm|i) ${NOT_ABLE.replace(' to|cannot', '|cannot')}`,
  "let's|let (?:me|us) (?!know)[a-z]+",
);
/** The speaker or the sources do not know. */
export const abstention = startsWith(
  `${I} ${NOT} ${ADVERB}${any('know find see tell say determine answer confirm verify locate identify comment recall speak elaborate')}`,
  `${I} ${NOT} ${ADVERB}${any('have provide give offer get retrieve access share see')}(?: [^ ]+){0,5}? (?:${KNOWLEDGE}|${SOURCE})`,
  `${I} ${NOT} ${ADVERB}have (?:[^ ]+ ){0,5}?(?:${FIGURE}|to ${any('recommend suggest offer share')})`,
  `(?:i am|i'm) not ${ADVERB}(?:sure|certain|aware|familiar)`,
  `${THE_SOURCE} ${NOT} ${ADVERB}${TELLING}`,
  `there (?:is|are|was|were) (?:no|not enough|insufficient|not any)(?: [^ ]+){0,4}? (?:${KNOWLEDGE}|${SOURCE})`,
  `(?:i have|we have|i found|i see) (?:no|not enough|insufficient)(?: [^ ]+){0,3}? (?:${KNOWLEDGE}|${SOURCE})`,
  `no (?:[^ ]+ ){0,3}?${KNOWLEDGE} (?:is|are|was|were|about|on|regarding|available|found|provided)`,
  `(?:[^ ]+ ){1,16}?(?:is|are|was|were) (?:not|never) ${ADVERB}(?:${TOLD}|${TOLD_THERE} (?:in|by|from) ${THE_SOURCE})`,
  `(?:it is|it's) (?:unclear|not clear|not possible to (?:say|tell|know|determine|answer))`,
  'unable to (?:answer|determine|say|find|tell|provide)',
  `${THE_DOCUMENT} ${NOT} ${ADVERB}${SAYING}`,
  `${THE_DOCUMENT} ${SAYING} nothing${NO_EXCEPTION}`,
  `${THE_DOCUMENT} (?:is|are|was|were|remains?|stays?) ${ADVERB}silent${NO_EXCEPTION}`,
  `nothing (?:has |have |was |is )?${ADVERB}(?:came|come|turned|turns|shows|showed|shown) up${NO_EXCEPTION}`,
);
/** Talk about the reply and what it is made from. */
export const meta = startsWith(
  "(?:here|below) (?:is|are|you go)|here's|the following (?:is|are)",
  `(?:(?:based|relying|drawing) ${ADVERB}(?:on|upon|from)|according to|from|in|per|as per|within) ${THE_SOURCE}$`,
  'as an? (?:ai|artificial|large language|language|helpful|virtual)',
);
/** What the user is asked for, in the imperative or as a need. */
export const request = startsWith(
  "(?:(?:do not|don't|do) )?(?:let (?:me|us) know|feel free|hesitate|(?:tell|give|send|show|contact|inform) (?:me|us)|share with (?:me|us)|reach (?:back )?out to (?:me|us)|bear with (?:me|us))",
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
  'to [a-z]+|for (?:any|further|more|your|additional|the (?:most|latest|best|full))|regarding|as for',
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
/** Adverbs and conjunctions at the beginning of a clause that add nothing to it. */
export const lead = startsWith(
  any(
    'that and but or so then also additionally furthermore otherwise alternatively however unfortunately sadly regrettably first next just simply',
    'again still therefore certainly sure absolutely yes no okay ok well currently instead lastly personally',
  ),
);
