/** Small words that a name may have inside, in small letters: "Leonardo da Vinci". */
export const nameConnectors: ReadonlySet<string> = new Set(
  'of de del della di da la le el al bin van von der den'.split(' '),
);
/** Capitalized in English without naming anything that evidence would have to name. */
export const neutralWords: ReadonlySet<string> = new Set(
  (
    'january february march april may june july august september october november december jan feb mar apr jun ' +
    'jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mondays tuesdays ' +
    'wednesdays thursdays fridays saturdays sundays mon tue tues wed thu thur thurs fri sat sun mr mrs ms miss ' +
    'dr prof sir madam am pm ok okay tv id faq json html xml csv url pdf api ai usd english ' +
    'president senator representative congressman congresswoman governor mayor minister reverend rev judge justice ' +
    'officer detective sheriff chief captain king queen prince princess duke duchess director ceo doctor professor ' +
    'north south east west northern southern eastern western step passage section option note answer question ' +
    'source article part page chapter figure table celsius fahrenheit internet web ' +
    "i i'm i've i'll i'd dear hello hi hey sincerely regards best thanks christmas easter " +
    'yours truly faithfully cordially respectfully good morning afternoon evening kind warm wishes cheers team hr ' +
    'jr sr point number'
  ).split(' '),
);
/** What ends with a full stop in the middle of a name: "St. Ives". */
export const shortTitles: ReadonlySet<string> = new Set(
  (
    'mr mrs ms mme dr st ste mt ft pt fr sr sra lt gen sen rep gov col sgt capt cpl cmdr adm maj pvt prof rev hon ' +
    'det sec amb supt insp'
  ).split(' '),
);
/** Words that open a sentence, rather than a name, after the full stop of an initial. */
export const sentenceOpeners: ReadonlySet<string> = new Set(
  (
    'additionally alternatively consequently currently despite eventually finally furthermore initially instead lastly ' +
    'later meanwhile moreover nevertheless nonetheless otherwise overall previously recently similarly specifically ' +
    'subsequently therefore thus today unfortunately yesterday'
  ).split(' '),
);
