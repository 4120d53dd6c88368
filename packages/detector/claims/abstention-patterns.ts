import { ADVERB, any, I, startsWith } from './word-patterns';

/** Forms of clauses in which the speaker or the sources do not know, in English. */
export const NOT_ABLE =
  "(?:(?:am |are |is |was |were )?(?:unable|not able) to|(?:wasn't|weren't|isn't|aren't) able to|cannot|can not|can't|could not|couldn't|won't be able to|will not be able to)";
const NOT = `(?:(?:do|does|did) not|don't|doesn't|didn't|${NOT_ABLE})`;
const IS_NOT = "(?:(?:is|are|was|were) (?:not|never)|isn't|aren't|wasn't|weren't)";
const POINTER = '(?:that|this|it|which)';
const THERE_IS = "there(?:'s| is| are| was| were)";
const SOURCE = any(
  'passage passages context contexts document documents documentation text texts article articles information source sources',
  'excerpt excerpts conversation material materials content transcript paragraph paragraphs snippet snippets data dataset',
);
const GIVEN = any('given provided available above following retrieved supplied current search');
const ARTICLE = any('the this these those your our any my');
export const THE_SOURCE = `(?:${ARTICLE} )?(?:${GIVEN} ){0,2}${SOURCE}(?: (?:${GIVEN}|here|at hand|in front of me|(?:that )?(?:i have(?: access to)?|i was given|i can see|i'm working with|you (?:provided|shared|gave|sent))))?`;
/** Documents that a conversation may be about; of them only verbs of telling say what they do not say. */
const DOCUMENT = any(
  'policy policies handbook listing page pages manual guide faq menu rules terms notes note report record records file website',
  'description brochure catalog catalogue section chart table contract letter email instructions',
);
const THE_DOCUMENT = `(?:it|${ARTICLE} (?:[a-z-]+ ){0,2}?(?:${DOCUMENT}|${SOURCE})(?: ${DOCUMENT})?(?: (?:(?:i|we) have|you (?:provided|shared|gave|sent)))?)`;
const KNOWLEDGE = any(
  'information info details knowledge answer answers mention idea specifics insight insights guidance record records context',
);
/** "I don't have numbers" does not know them; "there is no amount" may state that there is none. */
const FIGURE = any(
  'number numbers figure figures amount amounts statistics estimate estimates recommendation recommendations',
);
const TELLING = any(
  'mention mentions say state specify provide contain include describe discuss address indicate explain give list cover have',
  'clarify note tell',
);
const SAYING = any(
  'mention mentions mentioned say says said state states stated specify specifies indicate indicates',
);
const GOING_INTO = '(?:go into|touch (?:on|upon)|spell out|speak to|comment on|elaborate on)';
/** What is said of a source that has something or nothing. */
const HAVING = any(
  'have has contain contains give gives offer offers provide provides include includes make makes',
);
/** "nothing except a flight" says what there is. */
const NO_EXCEPTION = '(?!.* (?:except|besides|but|other than|apart from|aside from)(?: |$))';
/** How a speaker who does not know begins. */
const HEDGE = `(?:(?:(?:i'm|i am|we're|we are) (?:${ADVERB})(?:afraid|sorry)(?: but| to say)?|it (?:seems|appears|looks like)|from what i (?:can see|have|see)|as far as i (?:can (?:see|tell)|know)|to my knowledge) (?:that )?)?`;
const TOLD = any('mentioned specified stated discussed described indicated disclosed addressed');
const TOLD_OR_SAID = any('said stated mentioned written noted specified');
const TOLD_THERE = any('provided included given listed found contained covered available');

const abstain = (...forms: string[]): RegExp => startsWith(`${HEDGE}(?:${forms.join('|')})`);
const ofSpeaker = abstain(
  `${I} ${NOT} ${ADVERB}${any('know find see tell say determine answer confirm verify locate identify comment recall speak elaborate')}`,
  `${I} ${NOT} ${ADVERB}${any('have provide give offer get retrieve access share see')}(?: [^ ]+){0,5}? (?:${KNOWLEDGE}|${SOURCE})`,
  `${I} ${NOT} ${ADVERB}have (?:[^ ]+ ){0,5}?(?:${FIGURE}|to ${any('recommend suggest offer share')})`,
  `(?:i am|i'm) not ${ADVERB}(?:sure|certain|aware|familiar)`,
  `${THERE_IS} (?:no|not enough|insufficient|not any)(?: [^ ]+){0,4}? (?:${KNOWLEDGE}|${SOURCE})`,
  `(?:i have|we have|i found|i see) (?:no|not enough|insufficient)(?: [^ ]+){0,3}? (?:${KNOWLEDGE}|${SOURCE})`,
  `no (?:[^ ]+ ){0,3}?(?:${KNOWLEDGE}|word) (?:is|are|was|were|of|about|on|regarding|available|found|provided)`,
  `(?:it is|it's|it remains|it isn't) (?:unclear|(?:not )?clear (?:from|whether|if|how|what|when|where|who|why|to me)|(?:not possible|hard|impossible|difficult) to (?:say|tell|know|determine|answer))`,
  `(?:whether|what|how|why|when|where|who) (?:[^ ]+ ){1,12}?(?:is|are|remains) ${ADVERB}(?:unclear|not clear|unknown to me|left open)$`,
  `(?:i have|i've|i|we have|we|we've) (?:found |have |got |see |saw )?(?:nothing|no idea|no way (?:of|to))(?: (?:about|on|regarding|knowing|checking|telling|to go on|know|check|tell|that|what|whether|how|if|when|where|why|who))${NO_EXCEPTION}`,
  'unable to (?:answer|determine|say|find|tell|provide)',
  `(?:(?:i'd|i would) rather not|${I} ${NOT} want to) ${any('guess speculate assume mislead')}`,
);
const ofSource = abstain(
  `${THE_SOURCE} ${NOT} ${ADVERB}(?:${TELLING}|${GOING_INTO})`,
  `${THE_SOURCE} ${HAVING} (?:no|nothing)(?: [^ ]+){0,3}? (?:${KNOWLEDGE}|about|on|regarding)`,
  `(?:[^ ]+ ){1,16}?${IS_NOT} ${ADVERB}(?:${TOLD}|${TOLD_THERE} (?:in|by|from) ${THE_SOURCE})`,
  `(?:(?:[^ ]+ ){1,8}?${IS_NOT}|${POINTER}'s not) (?:something|anything) (?:that )?(?:(?:i|we) (?:(?:have|know)(?: (?:information|details|data|anything))? (?:on|about)|${any('know can')})|${THE_SOURCE} ${any('cover covers mention mentions say says')})`,
  `(?:(?:[^ ]+ ){1,8}?(?:is|are|goes|falls)|${POINTER}'s) (?:beyond|outside)(?: of)? (?:what (?:(?:i|we) ${any('know can see')}|${THE_SOURCE} ${any('cover covers says mentions')})|${THE_SOURCE})`,
  `${THERE_IS} nothing (?:in|on|within) ${THE_SOURCE}${NO_EXCEPTION}`,
  `${THERE_IS} nothing (?:about|on|regarding) (?:[^ ]+ ){1,8}?(?:in|on|within) (?:${THE_SOURCE}|${THE_DOCUMENT})${NO_EXCEPTION}`,
  `${THE_DOCUMENT} ${NOT} ${ADVERB}(?:${SAYING}|${GOING_INTO})`,
  `${THE_DOCUMENT} ${HAVING} no (?:[^ ]+ ){0,2}?${any('mention details information specifics indication')}(?: (?:of|on|about|regarding|as to|whether)|$)`,
  `nothing (?:is|was) ${TOLD_OR_SAID} (?:about|on|in|there|here)${NO_EXCEPTION}`,
  `nothing (?:in|on) (?:${THE_SOURCE}|${THE_DOCUMENT}) ${any('says mentions tells states specifies indicates')}${NO_EXCEPTION}`,
  `nothing here ${any('says mentions tells states specifies indicates')}${NO_EXCEPTION}`,
  `(?:[^ ]+ ){1,8}?${IS_NOT} (?:in|part of|among) ${THE_SOURCE}$`,
  `${THE_DOCUMENT} ${SAYING} nothing${NO_EXCEPTION}`,
  `${THE_DOCUMENT} (?:is|are|was|were|remains?|stays?) ${ADVERB}silent${NO_EXCEPTION}`,
  `nothing (?:has |have |was |is )?${ADVERB}(?:came|come|turned|turns|shows|showed|shown) up${NO_EXCEPTION}`,
);
/** The speaker or the sources do not know. */
export const abstentions = [ofSpeaker, ofSource];
