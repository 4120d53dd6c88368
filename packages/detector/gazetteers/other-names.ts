import { normalizeWord } from '../base/tokens';

/**
 * Names of one place, river or people in English and in their own or a neighboring language, with adjectives that have
 * another stem. Unicode has those of countries and languages alone, and no library in use has those of cities.
 */
const NAMES = `
Munich, München, Múnich, Munique, Monaco di Baviera; Cologne, Köln, Colonia, Colônia; Nuremberg, Nürnberg;
Vienna, Wien, Vienne, Viena; Geneva, Genève, Genf, Ginebra, Ginevra, Genebra; Lucerne, Luzern;
Basel, Basle, Bâle, Basilea; Zurich, Zurigo; Bern, Berne, Berna; Brunswick, Braunschweig; Hanover, Hannover;
Aachen, Aix-la-Chapelle; Bavaria, Bayern, Bavarian; Saxony, Sachsen; Thuringia, Thüringen;
Lower Saxony, Niedersachsen; Hesse, Hessen; North Rhine-Westphalia, Nordrhein-Westfalen; Black Forest, Schwarzwald;
Lake Constance, Bodensee; Rhine, Rhein, Rhin; Danube, Donau, Duna; Carinthia, Kärnten; Styria, Steiermark;
Tyrol, Tirol; Rome, Roma, Rom; Milan, Milano, Mailand, Milán, Milão; Florence, Firenze, Florenz, Florencia, Florença;
Venice, Venezia, Venedig, Venise, Venecia, Veneza; Naples, Napoli, Neapel, Nápoles; Turin, Torino;
Genoa, Genova, Genua, Gênes, Génova; Padua, Padova; Mantua, Mantova; Leghorn, Livorno; Syracuse, Siracusa;
Tuscany, Toscana, Tuscan; Sicily, Sicilia, Sicilian; Sardinia, Sardegna, Sardinian; Lombardy, Lombardia;
Piedmont, Piemonte; Apulia, Puglia; Tiber, Tevere; Lisbon, Lisboa, Lisbonne, Lissabon, Lisbona; Oporto, Porto;
Seville, Sevilla, Sevilha, Séville, Siviglia; Saragossa, Zaragoza; Andalusia, Andalucía;
Catalonia, Cataluña, Catalunya; Castile, Castilla; Majorca, Mallorca; Navarre, Navarra; Biscay, Vizcaya, Bizkaia;
San Sebastián, Donostia; Brittany, Bretagne; Burgundy, Bourgogne; Normandy, Normandie; Corsica, Corse;
Marseille, Marseilles, Marsella, Marsiglia, Marselha; Bordeaux, Burdeos; Barcelona, Barcelone, Barcellona;
Lyon, Lyons; Strasbourg, Straßburg, Estrasburgo, Strasburgo; Dunkirk, Dunkerque;
Brussels, Bruxelles, Brussel, Brüssel, Bruselas, Bruxelas; Antwerp, Antwerpen, Anvers, Amberes, Anversa;
Ghent, Gent, Gand; Bruges, Brugge; Liège, Luik; Leuven, Louvain;
The Hague, Den Haag, 's-Gravenhage, La Haye, La Haya, L'Aia; Flanders, Vlaanderen, Flemish;
Wallonia, Wallonie, Walloon; Copenhagen, København, Kopenhagen, Köpenhamn, Copenhague, Kööpenhamina;
Gothenburg, Göteborg; Elsinore, Helsingør; Zealand, Sjælland; Jutland, Jylland;
Stockholm, Tukholma, Estocolmo, Stoccolma; Helsinki, Helsingfors; Turku, Åbo; Tampere, Tammerfors; Espoo, Esbo;
Vantaa, Vanda; Oulu, Uleåborg; Scania, Skåne; Lapland, Lappi, Lappland; Prague, Praha, Prag, Praga; Pilsen, Plzeň;
Bohemia, Čechy; Moravia, Morava; Warsaw, Warszawa, Warschau, Varsovie, Varsovia, Varsavia;
Cracow, Kraków, Krakow, Krakau, Cracovie, Cracovia; Wrocław, Breslau; Gdańsk, Danzig; Poznań, Posen;
Szczecin, Stettin; Vistula, Wisła; Silesia, Śląsk, Schlesien; Bucharest, București, Bukarest, Bucarest;
Belgrade, Beograd, Belgrad, Belgrado; Athens, Athína, Athina, Athen, Athènes, Atenas, Atene; Piraeus, Pireas;
Thessaloniki, Salonica, Saloniki; Crete, Kriti; Corfu, Kerkyra; Moscow, Moskva, Moskau, Moscou, Moscú, Mosca;
Saint Petersburg, Sankt-Peterburg; Kyiv, Kiev; Kharkiv, Kharkov; Odesa, Odessa; Lviv, Lvov; Dnipro, Dnepr;
Istanbul, İstanbul; Cairo, Al-Qahirah, Kairo, Le Caire, El Cairo; Damascus, Dimashq; Mecca, Makkah; Medina, Madinah;
Jerusalem, Yerushalayim; Mumbai, Bombay; Kolkata, Calcutta; Chennai, Madras; Bengaluru, Bangalore; Varanasi, Benares;
Beijing, Peking, Pékin, Pekín, Pechino, Pequim; Tokyo, Tokio; New York, Nueva York, Nova Iorque; Guangzhou, Canton;
Nanjing, Nanking; Yangon, Rangoon; Ho Chi Minh City, Saigon; Astana, Nur-Sultan; Mexico City, Ciudad de México;
London, Londres, Londra, Londen, Lontoo; Berlin, Berlín, Berlino; Hamburg, Hambourg, Hamburgo, Amburgo;
Dublin, Dublín, Dublino; Edinburgh, Édimbourg, Edimburgo; Paris, Parigi, Parijs, Pariisi; Havana, La Habana;
Quebec City, Ville de Québec; Scotland, Scottish, Scots, Scot; Wales, Welsh; England, English; Asia, Asian
`;

const groups = NAMES.split(';').map((group) => group.split(',').map((name) => name.trim()));
const groupsByName = new Map<string, string[][]>();
for (const group of groups) {
  for (const key of new Set(group.map(toKey)))
    groupsByName.set(key, [...(groupsByName.get(key) ?? []), group]);
}

function toKey(name: string): string {
  return normalizeWord(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The other names of a place or people, by normalized words with spaces; none for other words. */
export const listOtherNames = (name: string): readonly string[] =>
  (groupsByName.get(toKey(name)) ?? []).flat().filter((other) => toKey(other) !== toKey(name));

/** Groups of one short form and what it is written out as; each may be written for any other of its group. */
const WRITTEN_OUT = `
mt mount; st saint; st street; ft fort; ave avenue; av avenue; blvd boulevard; rd road; ln lane; ct court; pl place;
sq square; ter terrace; cir circle; cres crescent; hwy highway; pkwy parkway; expy expressway; rte route; hts heights;
apt apartment unit; ste suite; fl floor; bldg building; n north; s south; e east; w west; ne northeast; nw northwest;
se southeast; sw southwest; dr doctor; dr drive; prof professor; gen general; gov governor; sen senator;
rep representative; lt lieutenant; sgt sergeant; capt captain; col colonel; co company; corp corporation;
inc incorporated; ltd limited; bros brothers; dept department; div division; univ university; inst institute;
intl international; natl national; assn association; assoc association; assoc associates; govt government; jr junior;
sr senior; vs versus; acad academy; mfg manufacturing
`;
const writtenOut = new Map<string, string[]>();
for (const group of WRITTEN_OUT.split(';').map((words) => words.trim().split(' '))) {
  for (const word of group)
    writtenOut.set(word, [...(writtenOut.get(word) ?? []), ...group.filter((other) => other !== word)]);
}
/** The ends of German names of streets, normalized. */
const STREET_ENDS: [short: RegExp, long: string[]][] = [
  [/str$/, ['straße', 'strasse']],
  [/stra(?:ß|ss)e$/, ['str']],
  [/pl$/, ['platz']],
  [/platz$/, ['pl']],
];

/**
 * What a normalized word of a name is short for, or is shortened to: "mount" of "mt", "st" of "saint" and "street",
 * "hauptstr" of "hauptstraße".
 */
export const listAbbreviations = (word: string): string[] => [
  ...(writtenOut.get(word) ?? []),
  ...STREET_ENDS.flatMap(([end, others]) =>
    end.test(word) ? others.map((other) => word.replace(end, other)) : [],
  ),
];
