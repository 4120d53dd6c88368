import type { NumberedText, NumberMention } from './numbers';

/** An equation of numbers: "3 × 14 EUR = 42 EUR". */
export interface Formula {
  operands: NumberMention[];
  result: NumberMention;
  /** What the left side gives; the result where it is right, rounded or not. */
  computed: number;
  isRight: boolean;
}

/** Words of a unit or a thing that is counted, after a number. */
const WORDS = "(?:[\\s-]?[\\p{L}'’./]{1,14}){0,3}?(?:\\s\\([\\p{L} ]{1,24}\\))?";
const MONEY = '(?:\\p{Lu}{0,3}\\p{Sc}|\\p{Lu}{3}\\s)?\\s?';
const OPERATOR = new RegExp(
  `^${WORDS}\\s?(\\)*)\\s?([+−–×x*·÷/-]|times|plus|minus)\\s?(\\(*)\\s?${MONEY}$`,
  'u',
);
const EQUALS = new RegExp(
  `^${WORDS}\\s?(\\)*)\\s?(?:=|≈|equals|is equal to)\\s?(?:approximately\\s|about\\s|~)?${MONEY}$`,
  'u',
);
/** From a number to the formula in brackets after it, and from the last operand to the end. */
const REMARK = new RegExp(`^${WORDS}\\s?\\((?:i\\.e\\.,?\\s|=\\s?)?${MONEY}$`, 'u');
const END_OF_REMARK = new RegExp(`^${WORDS}\\)`, 'u');
const ABOUT = /[≈~]|about|approximately/;
const MAX_GAP_LENGTH = 48;
const MAX_OPERANDS = 12;
const RANK: Record<string, number> = { '+': 1, '-': 1, '*': 2, '/': 2 };
const SIGNS: Record<string, string> = {
  ...{ '−': '-', '–': '-', minus: '-', plus: '+', times: '*', '×': '*', x: '*', '·': '*', '÷': '/' },
};

/** The equations of a text whose numbers are `mentions`, in order; "$174 ($94 + $80)" is one too. */
export function scanFormulas({ text, mentions }: NumberedText): Formula[] {
  const inOrder = mentions.toSorted((a, b) => a.start - b.start);
  const formulas: Formula[] = [];
  let from = 0;
  while (from < inOrder.length - 1) {
    const to = findResult(text, inOrder, from);
    const last = to === null ? findEndOfRemark(text, inOrder, from) : null;
    const [operands, result] =
      last === null
        ? [inOrder.slice(from, to ?? from), inOrder[to ?? from]]
        : [inOrder.slice(from + 1, last + 1), inOrder[from]];
    const formula = operands.length < 2 ? null : readFormula(text, operands, result as NumberMention);
    if (formula !== null) formulas.push(formula);
    from = to ?? last ?? from + 1;
  }
  return formulas;
}

const gapAfter = (text: string, mentions: readonly NumberMention[], index: number): string => {
  const [own, next] = [mentions[index] as NumberMention, mentions[index + 1] as NumberMention];
  return next.start - own.end > MAX_GAP_LENGTH ? '' : text.slice(own.end, next.start);
};

/** The index of the number after the equals sign of a formula that begins at `from`. */
function findResult(text: string, mentions: readonly NumberMention[], from: number): number | null {
  const last = Math.min(mentions.length - 1, from + MAX_OPERANDS);
  for (let index = from; index < last; index += 1) {
    const gap = gapAfter(text, mentions, index);
    if (index > from && EQUALS.test(gap)) return index + 1;
    if (!OPERATOR.test(gap)) return null;
  }
  return null;
}

/** The index of the last number of a remark in brackets that is the formula of the number at `from`. */
function findEndOfRemark(text: string, mentions: readonly NumberMention[], from: number): number | null {
  if (!REMARK.test(gapAfter(text, mentions, from))) return null;
  let last = from + 1;
  while (
    last + 1 < mentions.length &&
    last < from + MAX_OPERANDS &&
    OPERATOR.test(gapAfter(text, mentions, last))
  )
    last += 1;
  const { end } = mentions[last] as NumberMention;
  return last > from + 1 && END_OF_REMARK.test(text.slice(end, end + MAX_GAP_LENGTH)) ? last : null;
}

function readFormula(text: string, operands: NumberMention[], result: NumberMention): Formula | null {
  const first = operands[0] as NumberMention;
  const last = operands.at(-1) as NumberMention;
  const isRemark = result.end <= first.start;
  const lead = text.slice(Math.max(0, first.start - 4), first.start);
  const opening = isRemark ? '' : (/\(+\p{Sc}?$/u.exec(lead)?.[0] ?? '');
  const gaps = operands.map((operand, index) =>
    text.slice(operand.end, operands[index + 1]?.start ?? (isRemark ? last.end : result.start)),
  );
  const isAbout = ABOUT.test(isRemark ? '' : (gaps.at(-1) as string));
  const compute = (values: number[]): number | null => {
    const tokens: (number | string)[] = [...opening].filter((sign) => sign === '(');
    for (const [index, value] of values.entries()) {
      tokens.push(value);
      const gap = gaps[index] as string;
      const [, closing = '', sign, next = ''] = OPERATOR.exec(gap) ?? EQUALS.exec(gap) ?? [];
      tokens.push(...closing);
      if (sign !== undefined) tokens.push(SIGNS[sign] ?? sign, ...next);
    }
    return evaluate(tokens);
  };
  const plain = operands.map(({ values }) => values[0] as number);
  const digits = operands.map(({ mantissas, values }) => (mantissas[0] ?? values[0]) as number);
  const shares = operands.map(({ isPercent, values }) => (values[0] as number) / (isPercent ? 100 : 1));
  const computed = [plain, digits, shares].map(compute).filter((value) => value !== null);
  if (computed.length === 0) return null;
  const statedValues = [...result.values, ...result.mantissas];
  const tolerance = (isAbout ? 1 : 0.5) * result.precision;
  const fits = (value: number): boolean =>
    statedValues.some((one) => Math.abs(one - value) <= tolerance + 1e-9 * Math.abs(value));
  const right = computed.find((value) => fits(value) || (result.isPercent && fits(100 * value)));
  // "3 photos (4 x 6)" and "5 (1990-2000)" say something else.
  if (isRemark && right === undefined && !gaps.slice(0, -1).every((gap) => gap.includes('+'))) return null;
  return { operands, result, computed: right ?? (computed[0] as number), isRight: right !== undefined };
}

/** The value of an expression; null where it is none. */
function evaluate(tokens: readonly (number | string)[]): number | null {
  const values: number[] = [];
  const signs: string[] = [];
  const apply = (): void => {
    const sign = signs.pop() as string;
    const [right, left] = [values.pop() ?? Number.NaN, values.pop() ?? Number.NaN];
    values.push(
      sign === '+' ? left + right : sign === '-' ? left - right : sign === '*' ? left * right : left / right,
    );
  };
  for (const token of tokens) {
    if (typeof token === 'number') values.push(token);
    else if (token === '(') signs.push(token);
    else if (token === ')') {
      while (signs.length > 0 && signs.at(-1) !== '(') apply();
      if (signs.pop() === undefined) return null;
    } else {
      while ((RANK[signs.at(-1) ?? ''] ?? 0) >= (RANK[token] as number)) apply();
      signs.push(token);
    }
  }
  while (signs.length > 0) {
    if (signs.at(-1) === '(') return null;
    apply();
  }
  const [value] = values;
  return values.length === 1 && Number.isFinite(value) ? (value as number) : null;
}
