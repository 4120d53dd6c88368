const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Common first names: a name with one of them is a person's. */
export const firstNames = words(
  `Aaron Adam Ahmed Alan Alex Alexander Alice Amanda Amy Andrea Andrew Angela Ann Anna Anne Anthony Arthur Barack
  Barbara Ben Benjamin Bill Bob Brandon Brian Bruce Carl Carlos Carol Caroline Catherine Charles Chris Christina
  Christine Christopher Claire Daniel David Dennis Diane Donald Dorothy Douglas Dylan Ed Edward Elena Elizabeth Ellen
  Emily Emma Eric Ethan Francis Frank Fred Gary George Gerald Gordon Grace Greg Hannah Harry Heather Helen Henry
  Hillary Howard Ian Isabel Jack Jacob James Jane Janet Jason Jeff Jeffrey Jennifer Jessica Jim Jimmy Joan Joe John
  Johnny Jonathan Jordan Jose Joseph Joshua Juan Judith Judy Julia Julie Justin Karen Kate Katherine Keith Kelly
  Kenneth Kevin Kim Larry Laura Lauren Lee Leonard Linda Lisa Louis Lucy Luis Luke Marcus Maria Marie Mark Martha
  Martin Mary Matt Matthew Melissa Michael Michelle Mike Mitch Mohammad Mohammed Nancy Natalie Nathan Nicholas Nicole
  Nigel Oliver Olivia Pamela Patricia Patrick Paul Peter Philip Rachel Ralph Raymond Rebecca Richard Rick Robert Roger
  Ronald Rosalind Roy Russell Ruth Ryan Sally Sam Samantha Samuel Sandra Sara Sarah Scott Sean Sharon Simon Sophie
  Stephanie Stephen Steve Steven Stuart Susan Ted Teresa Terry Thomas Tim Timothy Tom Tony Tyler Victor Victoria
  Vincent Vladimir Walter Wayne William Zach`,
);

/** Countries, states and cities of one word that occur in news. */
export const places = words(
  `Afghanistan Africa Alabama Alaska America Arizona Arkansas Asia Atlanta Australia Austria Baghdad Baltimore
  Bangladesh Beijing Belgium Berlin Boston Brazil Britain Cairo California Canada Chicago Chile China Cleveland
  Colombia Colorado Connecticut Cuba Dallas Damascus Delaware Denmark Denver Detroit Dubai Egypt England Ethiopia
  Europe Finland Florida France Georgia Germany Ghana Greece Hawaii Houston Hungary Idaho Illinois India Indiana
  Indonesia Iowa Iran Iraq Ireland Israel Istanbul Italy Japan Jerusalem Kansas Kentucky Kenya Kuwait Lebanon Libya
  London Louisiana Madrid Maine Malaysia Maryland Massachusetts Memphis Mexico Miami Michigan Milwaukee Minnesota
  Mississippi Missouri Montana Moscow Mumbai Myanmar Nashville Nebraska Nepal Netherlands Nevada Nigeria Norway Ohio
  Oklahoma Oregon Pakistan Paris Pennsylvania Peru Philadelphia Philippines Phoenix Poland Portland Portugal Qatar
  Rome Russia Rwanda Scotland Seattle Seoul Shanghai Singapore Somalia Spain Sudan Sweden Switzerland Sydney Syria
  Taiwan Tampa Tehran Tennessee Texas Thailand Tokyo Toronto Tucson Turkey Uganda Ukraine Utah Venezuela Vermont
  Vietnam Virginia Wales Washington Wisconsin Wyoming Yemen Zimbabwe`,
);

/** Last words of names of organizations. */
export const organisationWords = words(
  `Agency Airlines Airways Association Authority Bank Bar Bistro Bureau Cafe Center Centre Church Club College
  Commission Committee Company Corp Corporation Council Court Department Dynamics Foundation Grill Group Hospital
  Hotel Inc Industries Institute Kitchen League Ministry Motors Mutual Museum Organization Party Restaurant Robotics
  School Senate Society Station Studios Times Union United University`,
);

/** Capitalized words that are not names a twin may swap. */
export const notNames = words(
  `A After All Although An And Answer As At Based Because Before Both But By Customers During Each Earlier English For
  French From German He Her Here His How However I If In It Its January February March April May June July August
  September October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday Last Later Many More
  Most Next No Not Now Of On One Once Our Overall Passage Passages She Since So Some Spanish Such That The Their Then
  There These They This Those To Two Under Until We What When Where Which While Who Why With Yes You Your`,
);
