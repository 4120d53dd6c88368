import { DEGREE, EVALUATED, EVALUATIVE, PERSON, WHEN } from './opinion-patterns';
import { ADVERB, any, BE, I, isAll, NOUN, SHALL, startsWith } from './word-patterns';

/** Forms of clauses that wish, hope and feel, in English. */
const WHERE = `(?: (?:in|at|to|on|with|by|of) (?:(?:your|the|our|my) )?${NOUN})*`;
/** A thing with nothing said of it but praise. */
const PRAISED = `(?:your|the|this|that|our|a|an|every|some) (?:(?:${DEGREE}${EVALUATIVE}|new) )*${NOUN}(?: off| out)?(?: and (?:your |the )?${NOUN})?${WHERE}${WHEN}`;
/** A wish for another person: what it wishes for need not be. */
export const wish = isAll(
  `(?:happy|merry|joyful) ${NOUN}ing(?: and ${NOUN}ing)?${WHERE}${WHEN}`,
  `safe ${any('driving riding sailing flying shipping paddling hiking cycling running climbing walking skiing diving landing travelling traveling')}${WHEN}`,
  `(?:(?:and|then|please|just|do) )*${any('sleep rest travel drive ride walk fly sail hike cycle eat play paddle cook bake read study')} ${any('well tight safely safe carefully soundly peacefully')}${WHERE}${WHEN}(?: and (?:have fun|enjoy(?: it| yourself)?|take care|stay (?:safe|warm)|get (?:better|well) soon))?`,
  `(?:happy|merry) (?:(?:new )?year|${NOUN}day|${any('anniversary christmas easter holidays weekend thanksgiving travels trails')})(?: to ${PERSON})?${WHEN}`,
  `${any('safe pleasant good')} ${any('travels travel journey trip flight drive ride')}(?: home| back)?${WHEN}`,
  `(?:(?:and|then|please|just|do) )*enjoy(?: (?:it|them|this|that|yourself|yourselves|everything|${PRAISED}))?${WHERE}${WHEN}`,
  `have (?:(?:so much |lots of |loads of )?fun(?: ${NOUN}ing(?: (?:your|the|it|them)(?: ${NOUN})?)?)?|(?:a|an|the) (?:${DEGREE}${EVALUATIVE} )+${NOUN})${WHERE}${WHEN}`,
  `(?:all the best|best of luck|good luck|best wishes|fingers crossed|get (?:well|better) soon|speedy recovery|until (?:then|next time)|warm greetings|till then|talk soon)(?: (?:with|for|to|in) (?:${PERSON}|(?:your|the) ${NOUN}))?`,
  `stay ${any('safe warm dry cool cozy calm healthy well hydrated strong positive curious tuned')}(?: out)?${WHEN}`,
  `(?:please )?(?:do not|don't|no need to|not to|try not to) (?:you )?(?:worry|stress|panic|be shy|fret)(?: (?:about (?:it|that|this|a thing|anything|asking)|too much|at all|one bit))?${WHEN}`,
  `no (?:worries|problem|problems|trouble|rush|pressure|hurry|hard feelings|harm done|need to (?:apologi[sz]e|rush|hurry))(?: (?:at all|whatsoever|about (?:it|that|this)|here|there))*${WHEN}`,
  `(?:take (?:your time|it easy|heart|good care)|hang in there|keep it up|keep up the ${EVALUATIVE} work|keep (?:going|smiling)|chin up|be (?:well|safe)|bless you|cheer up|relax|all good)${WHEN}`,
  `(?:wishing|sending|thinking of) (?:${PERSON}|your (?:${NOUN}))(?: (?:and (?:your |the )?${NOUN} )?(?:(?:a|an|the|all|lots of|many|every|your) )?(?:(?:${EVALUATIVE}|speedy|quick|full|warm|safe|restful|relaxing|smooth|big|warmest|very|of) )*${NOUN})?${WHERE}${WHEN}`,
  `hope (?:(?:that|this|it|all|everything) (?:helps|works|clears|goes|went|makes)|(?:you|your ${NOUN}|he|she|they|the ${NOUN}) (?:all )?(?:have|has|enjoy|feel|feels|get|gets|like|likes|love|loves|find|finds|had|slept|sleep)|to (?:see|hear|meet|welcome))(?: (?!free|with|upgrade|discount|refund|voucher)[^ ]+){0,6}`,
  // Formulas that English has from other languages.
  'bon app[eé]tit|buon appetito|guten appetit|bonne (?:chance|journée)|buen provecho|buon viaggio|gute (?:reise|fahrt)',
  `(?:${any('give send pass wish say tell')} (?:[^ ]+ ){1,8}?(?:(?:from|for) (?:all of |both of )?(?:us|me)|on (?:our|my) behalf))`,
);

/** What happens in a life, which the user has said. A refund, an upgrade or a prize is not here. */
const EVENT = any(
  'home house flat apartment place baby son daughter twins grandchild grandson granddaughter arrival puppy kitten job role position',
  'promotion engagement wedding marriage anniversary birthday graduation degree diploma exam exams retirement move milestone',
  'achievement success victory results news career business car bike',
);
const TROUBLED = any(
  'hard difficult tough rough stressful worrying exhausting painful uncomfortable scary tiring overwhelming confusing distressing',
  'inconvenient heartbreaking nerve-racking unsettling draining exciting thrilling irritating maddening',
);
/** What the speaker feels about what the user has said. */
export const reaction = isAll(
  `(?:(?:many|big|huge|hearty|warm) )?congrat(?:ulation)?s(?: (?:again|to (?:${PERSON}|you both|both of you)))?(?: on (?:finishing |getting |passing |starting )?(?:the|your|that|this|his|her|their) (?:(?:${EVALUATIVE}|new|big|recent|upcoming|first|little|final|driving) )*${EVENT}(?: and (?:the |your )?(?:new )?${EVENT})?)?${WHEN}`,
  `(?:that|this|it|which|the whole thing) ${any('must may might can could')} (?:be|have been|feel|have felt) (?:${DEGREE})(?:${EVALUATED}|${TROUBLED}|a (?:${TROUBLED}|${EVALUATIVE}) (?:time|day|week|experience|situation))(?: (?:and|or) (?:${TROUBLED}|${EVALUATIVE}))?(?: for (?:${PERSON}|your ${NOUN}))?${WHEN}`,
  `(?:that|this|it) (?:sounds|looks|seems) (?:${DEGREE})${TROUBLED}(?: for (?:${PERSON}|your ${NOUN}))?${WHEN}`,
  `(?:(?:a|an|the|that|this|it|these|those|${NOUN}ing)(?: ${NOUN}){0,3}? (?:is|are|can be|must be|was)|that's|it's|they're) (?:(?:no|not|never|hardly|not much|really no) (?:fun|joke|picnic|pleasure)|never (?:easy|pleasant)|(?:a|such a|a real) (?:pain|nuisance|hassle|bummer|drag|letdown|nightmare))(?: for (?:${PERSON}|your ${NOUN}))?${WHEN}`,
  `(?:i |we )?(?:can(?: only| well| just)? imagine|know|get|understand)(?: how ${DEGREE}(?:${EVALUATIVE}|${TROUBLED})(?: (?:that|this|it|${NOUN}ing|(?:a|an|the|your) ${NOUN}) (?:is|was|must be|must feel|feels|can be))?| (?:the|your) (?:feeling|frustration|worry|concern))(?: for (?:${PERSON}))?${WHEN}`,
  '(?:i |we )?(?:can(?: only| well| just)? imagine|hear you|feel for you|feel you|feel your pain|totally get (?:it|that)|get (?:it|that))',
  `(?:${BE} )?${ADVERB}(?:sorry|sad) (?:that )?(?:you(?:'re| are) ${any('dealing feeling having facing experiencing upset disappointed unwell')}(?: with)?|you(?:'re| are) going through|you(?:'ve| have)? (?:had to|have to|feel)|(?:this|that|it) (?:has )?(?:happened|turned out))(?: (?!because )[^ ]+){0,5}`,
  `(?:${BE} )?${ADVERB}(?:glad|happy|pleased) (?:that )?(?:it|this|that|everything|all) (?:(?:has |all )?(?:worked out|helped|went well)|helps|works)(?: for ${PERSON})?${WHEN}`,
  `no wonder (?:that )?you(?:'re| are| feel) (?:${DEGREE})(?:${EVALUATIVE}|${any('upset frustrated annoyed confused tired exhausted worried disappointed excited')})`,
  `(?:you )?poor (?:you|thing|things|little (?:one|guy|girl|fellow)|${any('child kid baby boy girl dad mom mum dog cat puppy kitten')})`,
);

/** A wish of the speaker. */
export const anticipation = startsWith(
  `(?:${BE} |${SHALL} be )?${ADVERB}(?:looking forward|excited|thrilled|keen|eager) to`,
  `(?:${I} )?can't wait (?:to|for)`,
  `${SHALL} ${ADVERB}love (?:to|for)`,
);
