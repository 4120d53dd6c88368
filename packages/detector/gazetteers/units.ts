/**
 * Size of each unit in the first one of its dimension: seconds, meters, grams, liters, bytes, radians, m/s, m²,
 * watt-hours, watts, hertz, bits per second, milliampere-hours.
 */
const DIMENSIONS: Record<string, number>[] = [
  {
    second: 1,
    millisecond: 1e-3,
    microsecond: 1e-6,
    minute: 60,
    hour: 3600,
    day: 86_400,
    night: 86_400,
    week: 604_800,
    month: 2_592_000,
    year: 31_536_000,
    fortnight: 1_209_600,
    decade: 315_360_000,
  },
  {
    meter: 1,
    metre: 1,
    millimeter: 1e-3,
    centimeter: 1e-2,
    decimeter: 0.1,
    kilometer: 1e3,
    inch: 0.0254,
    foot: 0.3048,
    yard: 0.9144,
    mile: 1609.344,
  },
  {
    gram: 1,
    milligram: 1e-3,
    microgram: 1e-6,
    kilogram: 1e3,
    tonne: 1e6,
    ounce: 28.349_523_125,
    pound: 453.592_37,
  },
  {
    liter: 1,
    litre: 1,
    milliliter: 1e-3,
    centiliter: 1e-2,
    deciliter: 0.1,
    gallon: 3.785_411_784,
    quart: 0.946_352_946,
    cup: 0.236_588_236_5,
  },
  {
    ...{ byte: 1, kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9, terabyte: 1e12 },
    ...{ kibibyte: 2 ** 10, mebibyte: 2 ** 20, gibibyte: 2 ** 30, tebibyte: 2 ** 40 },
  },
  { radian: 1, degree: Math.PI / 180, pi: Math.PI },
  { 'm/s': 1, 'km/h': 1 / 3.6, mph: 0.447_04, knot: 0.514_444 },
  {
    'square meter': 1,
    'square centimeter': 1e-4,
    'square kilometer': 1e6,
    'square inch': 6.4516e-4,
    'square foot': 0.092_903_04,
    'square yard': 0.836_127_36,
    'square mile': 2_589_988.11,
    hectare: 1e4,
    acre: 4046.856_422_4,
  },
  {
    ...{
      'watt hour': 1,
      'kilowatt hour': 1e3,
      'megawatt hour': 1e6,
      'gigawatt hour': 1e9,
      'terawatt hour': 1e12,
    },
    ...{ kilojoule: 1 / 3.6, megajoule: 1e3 / 3.6, kilocalorie: 4.184 / 3.6 },
  },
  { watt: 1, milliwatt: 1e-3, kilowatt: 1e3, megawatt: 1e6, gigawatt: 1e9 },
  { hertz: 1, kilohertz: 1e3, megahertz: 1e6, gigahertz: 1e9 },
  { 'bit/s': 1, 'kilobit/s': 1e3, 'megabit/s': 1e6, 'gigabit/s': 1e9 },
  { 'milliampere hour': 1, 'ampere hour': 1e3 },
];
const SYMBOLS: Record<string, string> = {
  s: 'second',
  sec: 'second',
  ms: 'millisecond',
  µs: 'microsecond',
  μs: 'microsecond',
  min: 'minute',
  h: 'hour',
  hr: 'hour',
  m: 'meter',
  mm: 'millimeter',
  cm: 'centimeter',
  km: 'kilometer',
  kilometre: 'kilometer',
  centimetre: 'centimeter',
  millimetre: 'millimeter',
  "'": 'foot',
  '’': 'foot',
  ft: 'foot',
  feet: 'foot',
  '"': 'inch',
  '”': 'inch',
  inche: 'inch',
  in: 'inch',
  mi: 'mile',
  g: 'gram',
  mg: 'milligram',
  mcg: 'microgram',
  µg: 'microgram',
  μg: 'microgram',
  kg: 'kilogram',
  oz: 'ounce',
  lb: 'pound',
  l: 'liter',
  ml: 'milliliter',
  millilitre: 'milliliter',
  cl: 'centiliter',
  dl: 'deciliter',
  kb: 'kilobyte',
  mb: 'megabyte',
  gb: 'gigabyte',
  tb: 'terabyte',
  kib: 'kibibyte',
  mib: 'mebibyte',
  gib: 'gibibyte',
  tib: 'tebibyte',
  kmh: 'km/h',
  kph: 'km/h',
  'm²': 'square meter',
  'cm²': 'square centimeter',
  'km²': 'square kilometer',
  'ft²': 'square foot',
  sqm: 'square meter',
  sqft: 'square foot',
  ha: 'hectare',
  '°': 'degree',
  π: 'pi',
  ...{
    wh: 'watt hour',
    kwh: 'kilowatt hour',
    mwh: 'megawatt hour',
    gwh: 'gigawatt hour',
    twh: 'terawatt hour',
  },
  ...{ kj: 'kilojoule', mj: 'megajoule', kcal: 'kilocalorie', calorie: 'kilocalorie' },
  ...{ w: 'watt', kw: 'kilowatt', mw: 'megawatt', gw: 'gigawatt' },
  ...{ hz: 'hertz', khz: 'kilohertz', mhz: 'megahertz', ghz: 'gigahertz' },
  ...{ kbps: 'kilobit/s', mbps: 'megabit/s', gbps: 'gigabit/s' },
  ...{ 'kbit/s': 'kilobit/s', 'mbit/s': 'megabit/s', 'gbit/s': 'gigabit/s' },
  mah: 'milliampere hour',
};
/** An amount of something that is measured; one of a unit, or a number of them. */
export interface Quantity {
  dimension: number;
  /** In the first unit of the dimension. */
  size: number;
}

const QUANTITIES: ReadonlyMap<string, Quantity> = new Map(
  DIMENSIONS.flatMap((units, dimension) =>
    Object.entries(units).map(([name, size]): [string, Quantity] => [name, { dimension, size }]),
  ),
);

const SQUARE = /^sq(?:uare)?\.?\s(\p{L}+)$/u;
/** "kilowatt-hours" and "watthours". */
const HOURS = /^(\p{L}*(?:watt|ampere))[-\s]?hours?$/u;
const PER_SECOND = /^(\p{L}+?)s?\sper\ssecond$/u;
const expand = (unit: string): string =>
  SYMBOLS[unit] ?? SYMBOLS[unit.replace(/s$/, '')] ?? unit.replace('metre', 'meter');

/** The dimension and the size of a unit by its name, plural or symbol; null for other words. */
export function parseUnit(word: string): Quantity | null {
  const lower = word
    .toLowerCase()
    .replace(SQUARE, (_, unit: string) => `square ${expand(unit)}`)
    .replace(HOURS, '$1 hour')
    .replace(PER_SECOND, '$1/s');
  const singular = lower.length > 2 ? lower.replace(/(?<!\/)s$/, '') : lower;
  const name = SYMBOLS[lower] ?? SYMBOLS[singular] ?? singular;
  return QUANTITIES.get(name) ?? null;
}

/** Made when a unit is first looked up by another name. */
let namesByUnit: Map<string, string[]> | null = null;

const keyOf = ({ dimension, size }: Quantity): string => `${dimension} ${size}`;

function buildNamesByUnit(): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const unitNames = [...QUANTITIES.keys(), ...Object.keys(SYMBOLS)].filter((name) =>
    /^\p{L}{2,}$/u.test(name),
  );
  for (const name of unitNames) {
    const unit = parseUnit(name);
    if (unit === null) continue;
    const same = names.get(keyOf(unit));
    if (same === undefined) names.set(keyOf(unit), [name]);
    else same.push(name);
  }
  return names;
}

/** The names and symbols of the unit that a word names, in lower case, but for those of one letter; none for other words. */
export function listNamesOfUnit(word: string): readonly string[] {
  const unit = parseUnit(word);
  if (unit === null) return [];
  namesByUnit ??= buildNamesByUnit();
  return namesByUnit.get(keyOf(unit)) ?? [];
}
