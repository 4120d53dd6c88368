import type { ReadLanguage } from '../gazetteers/language-words';

const any = (words: string): string => `(?:${words.trim().split(/\s+/).join('|')})`;
const FORMAL_YOU = '(?:ihnen|dir|euch)';

/** Wishes and offers that end a reply and say nothing of the world, from the first word of their sentence on. */
const CLOSINGS: Record<ReadLanguage, string> = {
  de: [
    `(?:wir freuen uns|ich freue mich) (?:schon |sehr )?(?:auf|über) ${any('ihren ihre deinen deine euren eure')} \\p{L}+`,
    `(?:ich|wir) wünschen? ${FORMAL_YOU}(?: \\p{L}+){1,5}`,
    `(?:einen |ein |noch einen )?schöne[nrs]? ${any('tag abend wochenende aufenthalt urlaub reise woche feiertage')}(?: noch)?`,
    `(?:alles gute|gute ${any('reise fahrt besserung erholung')}|viel ${any('spaß spass erfolg freude glück vergnügen')})(?: (?:bei|mit|für|auf|in)(?: \\p{L}+){1,3})?`,
    `(?:bei|für) (?:weiteren? )?(?:rück)?fragen(?: \\p{L}+){1,6} (?:zur verfügung|melden|da)`,
    'bis (?:bald|dann|demnächst)',
  ].join('|'),
  fr: [
    `(?:bonne|excellente|belle) ${any('visite journée soirée route chance continuation lecture semaine réception découverte')}`,
    `bon(?:ne)?s? ${any('voyage séjour week-end appétit courage vacances rétablissement')}`,
    `(?:je|nous) (?:reste|restons)(?: \\p{L}+){0,2} à (?:votre|ta) (?:entière )?disposition(?: pour(?: \\p{L}+){1,4})?`,
    '(?:je|nous) vous souhait(?:e|ons)(?: [\\p{L}-]+){1,6}',
    "(?:à|a) (?:très )?(?:bientôt|vite)(?: (?:au|à la|à l'|chez)(?: \\p{L}+){1,3})?",
    'au plaisir de(?: [\\p{L}-]+){1,4}',
  ].join('|'),
  es: [
    '(?:quedo|quedamos|estoy|estamos) a (?:su|tu|vuestra) (?:entera )?disposición(?: para(?: \\p{L}+){1,4})?',
    `(?:que )?(?:tenga|tengas|tengan|disfrute|disfrutes|disfruten)(?: de)?(?: ${any('un una su tu la el buen buena feliz excelente estupendo día tarde noche viaje visita estancia semana fin de')})+`,
    `(?:buen|buena|feliz) ${any('viaje visita día tarde noche estancia semana suerte provecho')}`,
    '(?:le|te|les|os) (?:deseo|deseamos)(?: \\p{L}+){1,6}',
    '(?:hasta|nos vemos) pronto|(?:le|te|les|os) esperamos(?: pronto)?',
  ].join('|'),
  it: [
    `buon[a']? ?${any('visita giornata serata fortuna permanenza lettura settimana continuazione vacanza viaggio soggiorno appetito lavoro divertimento')}`,
    '(?:resto|restiamo|rimango|rimaniamo|sono|siamo) a (?:sua|tua|vostra) (?:completa )?disposizione(?: per(?: \\p{L}+){1,4})?',
    '(?:la|ti|vi) aspettiamo(?: presto)?|(?:a|ci vediamo) presto',
    '(?:le|ti|vi) (?:auguro|auguriamo)(?: \\p{L}+){1,6}',
  ].join('|'),
};

const patterns = new Map(
  Object.entries(CLOSINGS).map(([language, closings]) => [
    language,
    new RegExp(`^[¡\\s]*(?:${closings})(?: e|,| und| et| y)?[\\s.!…*_)\\p{Emoji_Presentation}]*$`, 'iu'),
  ]),
);

/** "Wir freuen uns auf Ihren Besuch!", "Bonne visite !" */
export const isForeignClosing = (sentence: string, language: ReadLanguage): boolean =>
  patterns.get(language)?.test(sentence.normalize('NFC').replaceAll('’', "'")) === true;
