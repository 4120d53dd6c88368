/**
 * Frequent small words of the languages written in Latin letters, where they are not words or short forms of English
 * too ("die", "hat", "pour"). Words with accents are left out: those are foreign by their letters.
 */
const BY_LANGUAGE = {
  german:
    'der das dem von des und ist nicht ein eine einen einem einer eines auf mit von zu zum zur bei aus nach nur noch auch ' +
    'aber oder wenn wird werden wurde wurden sind sein seine haben kann nein ich wir sie ihr ihre ihnen unser unsere ' +
    'unserem unserer im vom dass sich wie wer mehr sehr keine kein keinen bitte durch gegen ohne seit bis dazu dieser ' +
    'diese dieses innerhalb kostet beim nichts leider wo warum uhr tagen jahre heute ihm ihn uns dort bereits sowie ' +
    'zwei drei stieg jedoch jeder diesen',
  french:
    'de du la le les un une et est sont dans avec sur pas ne que qui ce cette ces ont nous vous ils elle elles il je votre ' +
    'notre nos vos leur leurs aux mais ou chez peut peux fait avoir dont ainsi selon jours heures depuis avant ' +
    'deux trois rien aussi veuillez oui plusieurs aucun aucune demain',
  spanish:
    'de el los las un una unos que para por del es en su sus lo pero como sobre este esta esto estos fue ser ' +
    'tiene tienen puede puedo nuestra nuestro nuestros nuestras desde hasta entre cuando donde muy tres dias hoy ' +
    'nuevo nueva esa ese eso usted cuesta todos porque segun tambien',
  italian:
    'gli di che della dei delle degli nel nella nei sul sulla alla dal dalla hanno sono essere questa questo ' +
    'questi queste anche ma dopo prima nostro nostra suo sua loro posso dove quando molto tutti tutto ogni fino ' +
    'giorni oggi domani perche nessun di un senza',
  portuguese:
    'os uma em com nao da dos das nos na ao pelo pela foi tem mas nossa nosso seu sua seus suas isso essa esse ' +
    'depois hoje muito quando entre pode voce sao mais ou amanha',
  dutch:
    'het een en niet voor zijn naar bij uit ook maar dat deze dit worden wordt ik wij je jullie onze ons geen nog als ' +
    'aan te om dan heeft hebben kost werd zal moet kunnen twee drie morgen vandaag dagen uur meer zeer alleen zonder',
  scandinavian:
    'och att det som ett inte har kan vid sig jag de hon deras mycket og ikke af til er jeg blev bliver hvor ' +
    'hvis meget fra eller etter efter deres vores denne dette detta dessa disse ut nar ska blir kommer koster kostar mange ingen',
  polish:
    'nie sie jest na oraz od dla przez przy czy jak jako tylko jego jej ich ktory ktora ktore tego tej tym moze byl ' +
    'byla bylo zostanie juz po ze za jutro naszym nasz sa kosztuje',
  czech: 'je jsou nebo podle ktera ktery tak jeho az neni jsme mezi pri alebo bolo su sme ako aj nad',
  southSlavic: 'koji koja koje nije samo kako ili jer sto bio bila bilo',
  turkish:
    've bir bu icin ile olarak daha gibi olan kadar sonra degil ama cok yok veya gore bize bizim edilecek',
  indonesian:
    'yang dan dengan untuk dari pada adalah ini itu tidak dalam akan ke oleh atau juga dapat sudah bisa ada kami anda ' +
    'saya lebih seperti telah tersebut hanya karena bagi secara hari tahun memiliki kita mereka besok',
  romanian:
    'si este sunt pe cu nu sau pentru mai dar aceasta acest prin dupa lui cel cea au fost va unui unei noi ' +
    'noastre nostru nostra doar zile aceste',
  vietnamese:
    'khong cua duoc nhung trong nguoi mot cac voi cho thi nhu khi ngay gio hoac toi chung theo phong cau',
  finnish: 'ja ei oli ovat mutta joka kun myos seka tai kanssa mukaan ole voi noin kuin sen tama',
  hungarian: 'az egy hogy nem volt csak meg vagy ez azt ezt lesz minden nagyon nincs',
  others: 'ang ng mga hindi nang po na wa kwa katika ni hii els amb dels aquest aquesta molt',
};

const FOREIGN_WORDS = new Set(Object.values(BY_LANGUAGE).flatMap((words) => words.split(' ')));
const languagesByWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(BY_LANGUAGE)) {
  for (const word of words.split(' ')) {
    languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language]);
  }
}

/** The languages of which a word without accents is a frequent small one, by their English names in small letters. */
export const listLanguagesOf = (word: string): readonly string[] => languagesByWord.get(word) ?? [];

/** "l'albergo", "qu'il", "dell'anno". */
const ELISION = /^(?:[cdjlmnst]|qu|dell|nell|sull|dall)['’]/;
const FOREIGN_LETTER = /[ß-öø-ɏḀ-ỿ]|[\u0300-\u036f]/;
const BORROWED = new Set(
  (
    'café cafés naïve résumé résumés fiancé fiancée décor façade façades cliché clichés jalapeño jalapeños crème ' +
    'brûlée entrée entrées sautéed sauté purée puréed piñata über déjà protégé matinée crêpe crêpes pâté rosé açaí née'
  ).split(' '),
);

/** Whether a word in small letters is, by its spelling, of another language than English. */
export function isForeignWord(word: string): boolean {
  return FOREIGN_WORDS.has(word) || ELISION.test(word) || (FOREIGN_LETTER.test(word) && !BORROWED.has(word));
}
