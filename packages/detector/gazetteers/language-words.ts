import { normalizeWord } from '../base/tokens';

/** A language other than English whose plain checks know its words. */
export type ReadLanguage = 'de' | 'fr' | 'es' | 'it';

/** The words by which the checks read a language, folded. */
export interface LanguageWords {
  /** Articles, pronouns and "and": two sentences that differ in them alone say the same. */
  glue: ReadonlySet<string>;
  /** "Yes" and "no" state something. */
  answers: ReadonlySet<string>;
  negations: ReadonlySet<string>;
  /** They limit what is said, so that leaving one out changes it. */
  limits: ReadonlySet<string>;
  /** A sentence of these and words of grammar alone states nothing. */
  courtesies: ReadonlySet<string>;
  /** Capitalized without naming anything that evidence would have to name. */
  titles: ReadonlySet<string>;
  /** Between two days of the week: "Montag bis Freitag". */
  rangeWords: ReadonlySet<string>;
  /** Any day may be meant; "today" and "tomorrow" come from `Intl`. */
  everyDay: ReadonlySet<string>;
}

const listWords = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** The word as words of these languages are compared: "Straße" is written "Strasse" too. */
export const foldWord = (word: string): string => normalizeWord(word).replaceAll('ß', 'ss');

export const languageWords: Record<ReadLanguage, LanguageWords> = {
  de: {
    glue: listWords(
      'der die das den dem des ein eine einen einem einer eines er sie es wir ihr ihnen ihn sich und dass',
    ),
    answers: listWords('ja nein doch'),
    negations: listWords(
      'nicht kein keine keinen keinem keiner keines nie niemals nirgends niemand nichts ohne',
    ),
    limits: listWords('nur ausser ausgenommen hochstens mindestens fast kaum lediglich erst'),
    courtesies: listWords(
      'fur konnen danke dank vielen herzlichen gern gerne geschehen hallo guten tag morgen abend freundlichen grussen grusse ' +
        'viele herzliche fragen frage anfrage weitere weiteren helfe helfen hilft hoffe weiter verfugung stehe melden ' +
        'sehr geehrte geehrter damen herren auf wiedersehen',
    ),
    titles: listWords('herr herrn frau dr prof familie dame'),
    rangeWords: listWords('bis'),
    everyDay: listWords('taglich jeden wochentags werktags wochenende wochenenden'),
  },
  fr: {
    glue: listWords(
      'le la les l un une des du de d il elle ils elles on nous vous ce cette ces c s se et que qu y en ne n',
    ),
    answers: listWords('oui non si'),
    negations: listWords('pas jamais aucun aucune rien personne sans ni non'),
    limits: listWords('seulement uniquement sauf hormis presque seul seule moins maximum minimum'),
    courtesies: listWords(
      'bonjour bonsoir merci beaucoup cordialement salutations plaisir aider aide espere question questions demande ' +
        'hesitez contacter bonne journee bienvenue',
    ),
    titles: listWords('madame monsieur mme mlle m mr dr docteur maitre professeur'),
    rangeWords: listWords('au'),
    everyDay: listWords('quotidien quotidienne quotidiennement jours chaque semaine weekend end'),
  },
  es: {
    glue: listWords('el la los las un una unos unas de del y e que se lo su sus'),
    answers: listWords('si no'),
    negations: listWords('no nunca jamas ningun ninguno ninguna nada nadie sin tampoco ni'),
    limits: listWords('solo solamente unicamente excepto salvo casi menos maximo minimo apenas'),
    courtesies: listWords(
      'hola gracias muchas buenos buenas dias tardes noches saludos cordiales gusto ayudar ayuda espero pregunta ' +
        'preguntas dude duda dudas bienvenido bienvenida',
    ),
    titles: listWords('senor senora senorita sr sra srta don dona dr dra ud usted ustedes'),
    rangeWords: listWords('a al hasta'),
    everyDay: listWords('diario diaria diariamente dias cada semana'),
  },
  it: {
    glue: listWords(
      'il lo la i gli le l un uno una di del della dei delle degli dell d e ed che si ci suo sua',
    ),
    answers: listWords('si no'),
    negations: listWords('non mai nessun nessuno nessuna niente nulla senza ne no'),
    limits: listWords('solo soltanto solamente tranne salvo eccetto quasi almeno massimo minimo meno appena'),
    courtesies: listWords(
      'ciao salve buongiorno buonasera grazie mille prego cordiali saluti piacere aiutare aiuto aiuti spero domanda ' +
        'domande ulteriori benvenuto benvenuta',
    ),
    titles: listWords(
      'signor signora signorina sig dott dottor dottoressa prof professor ing avv lei voi suo vostro',
    ),
    rangeWords: listWords('a al'),
    everyDay: listWords('quotidiano quotidiana quotidianamente giorni ogni settimana weekend'),
  },
};

export const readLanguages = Object.keys(languageWords) as readonly ReadLanguage[];

const englishNames = new Intl.DisplayNames('en', { type: 'language' });

/** "German" */
export const nameLanguage = (language: ReadLanguage): string => englishNames.of(language) as string;
