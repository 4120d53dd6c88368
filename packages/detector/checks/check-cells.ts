import type { Evidence } from '../evidence/evidence';
import type { NamedCells } from '../evidence/table-index';
import type { Table } from '../text/evidence-tables';
import type { Region } from '../text/regions';
import { listSteps, type Step } from '../values/arithmetic';
import { scanDigitNumbers } from '../values/numbers';
import type { Amount, MeasuredNumber } from '../values/quantities';

/** Whether a number is right by the table cells that its sentence names. */
export type CellVerdict =
  | { isRight: true }
  /** The number is that of another cell. */
  | { isRight: false; cell: Region };

const MAX_PAIRED = 12;
/** Of cells without a unit, so that none is a year. */
const AMOUNT = 'amount';

/** Null where no row is named, or its cells say nothing of the number. */
export function checkCells(
  claim: MeasuredNumber,
  isPercent: boolean,
  sentence: string,
  { tables, text }: Evidence,
): CellVerdict | null {
  const selections = tables.findNamed(sentence);
  if (selections.length === 0) return null;
  if (selections.some((selection) => isGiven(claim, isPercent, selection, text))) return { isRight: true };
  for (const { table, rows, scale, hasColumn } of selections) {
    const cell = rows.flat().find((one) => readCell(one, text) !== null);
    const values = table.rows.flatMap(({ cells: [, ...ofRow] }) => ofRow);
    const isOther = values.some((other) => isValueOf(claim, readCell(other, text), scale));
    if (cell === undefined || !isOther || !(hasColumn || rows.length === 1)) continue;
    if (!isOfOtherColumn(claim, cell, table, sentence, text)) return { isRight: false, cell };
  }
  return null;
}

/** Whether the sentence has the number of the cell too, so that this one of its row is of a column that is not named. */
function isOfOtherColumn(
  claim: MeasuredNumber,
  cell: Region,
  { rows }: Table,
  sentence: string,
  text: string,
): boolean {
  const row = rows.find(({ cells }) => cells.some(({ start }) => start === cell.start))?.cells ?? [];
  const value = readCell(cell, text)?.value;
  return (
    row.some((other) => isValueOf(claim, readCell(other, text), 1)) &&
    scanDigitNumbers(sentence).some(({ values }) => values[0] === value)
  );
}

/** Whether a named cell has the number, or one step from named cells, or all of them in a row or column, gives it. */
function isGiven(
  claim: MeasuredNumber,
  isPercent: boolean,
  { rows, scale }: NamedCells,
  text: string,
): boolean {
  const amounts = rows.map((cells) => cells.flatMap((cell) => readCell(cell, text) ?? []));
  const all = amounts.flat();
  if (all.some((cell) => isValueOf(claim, cell, scale))) return true;
  if (all.length < 2 || all.length > MAX_PAIRED) return false;
  const operands = all.map((cell) => toAmount(cell, claim, isPercent));
  const steps = operands.flatMap((one, index) =>
    operands.slice(index + 1).flatMap((other) => listSteps(one, other, toPlainAmount(claim))),
  );
  const sums = [all, ...amounts].map((cells) => cells.reduce((sum, { value }) => sum + value, 0));
  const totals = isPercent ? [] : sums.map((value): Pick<Step, 'value'> => ({ value }));
  return [...steps, ...totals].some(({ value }) => isValueOf(claim, { value, isPercent }, scale));
}

interface CellValue {
  value: number;
  isPercent: boolean;
}

/** The only number of a cell. */
function readCell({ start, end }: Region, text: string): CellValue | null {
  const cell = text.slice(start, end);
  const [mention, more] = scanDigitNumbers(cell);
  if (mention === undefined || more !== undefined || /\p{L}\d/u.test(cell)) return null;
  return { value: mention.values[0] as number, isPercent: mention.isPercent };
}

/** Whether the cell has the number, rounded or not, with the scale of its table or as it is written. */
function isValueOf({ values, precision }: MeasuredNumber, cell: CellValue | null, scale: number): boolean {
  if (cell === null) return false;
  const scales = scale === 1 ? [1] : [1, scale];
  return scales.some((times) =>
    values.some((value) => Math.abs(cell.value * times - value) <= precision / 2 + 1e-9 * Math.abs(value)),
  );
}

const toPlainAmount = (claim: MeasuredNumber): MeasuredNumber =>
  claim.quantity === 'percent' ? claim : { ...claim, quantity: AMOUNT, unit: AMOUNT };

const toAmount = ({ value, isPercent }: CellValue, claim: MeasuredNumber, isShare: boolean): Amount => ({
  value,
  measured: { ...claim, ...(isPercent && isShare ? {} : { quantity: AMOUNT, unit: AMOUNT }) },
});
