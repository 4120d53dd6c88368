import { detectLanguage, isForeignSentence } from '../../text/read-language';

describe('the language of a text', () => {
  it.each([
    ['de', 'Die Fähre legt um neun ab und kommt mittags an.'],
    ['de', 'Wir haben keine freien Plätze mehr.'],
    ['fr', "La traversée dure une heure et le bar n'est pas ouvert."],
    ['es', 'La travesía dura una hora y el bar no está abierto.'],
    ['it', 'La traversata dura un’ora e il bar non è aperto.'],
  ])('is %s: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each([
    ['English', 'The ferry leaves at nine and arrives at noon.'],
    ['Dutch', 'De veerboot vertrekt om negen uur en komt niet voor de middag aan bij het eiland.'],
    [
      'Portuguese',
      'A travessia dura uma hora e os bares não estão abertos, mas depois pode comprar em terra.',
    ],
    ['Swedish', 'Färjan går klockan nio och det är inte långt till ön.'],
    ['Polish', 'Prom nie odpływa o dziewiątej, tylko jutro, jak zawsze przez most.'],
    ['Chinese', '渡轮九点出发。'],
    ['none', 'Hafen 9:00'],
  ])('is not known: %s', (_language, text) => {
    expect(detectLanguage(text)).toBeNull();
  });
});

describe('a sentence of an English text', () => {
  it.each([
    'Die Fähre legt um neun ab und kommt nicht vor Mittag an.',
    'Le bar est ouvert pour les passagers depuis juin.',
    '渡轮九点出发，中午到达岛上。',
  ])('is in another language: %s', (sentence) => {
    expect(isForeignSentence(sentence)).toBe(true);
  });

  it.each([
    'The café La Vie en Rose is next to the Museo Nacional de Bellas Artes.',
    'Vincent van Gogh and Leonardo da Vinci are shown in the Palais de Tokyo.',
    'The sign says "Eintritt verboten", which means that nobody may enter.',
    'The ferry to 东京 leaves at nine.',
    '- Crème brûlée, soupe du jour',
  ])('is in English, with names and words of others: %s', (sentence) => {
    expect(isForeignSentence(sentence)).toBe(false);
  });
});
