interface CronField {
  name: string;
  min: number;
  max: number;
  /** Accepted for numbers from `min` on. */
  names?: readonly string[];
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const fields: readonly CronField[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: months },
  { name: 'day of week', min: 0, max: 6, names: days },
];

/**
 * What is wrong with a cron expression of five fields; null if nothing. Temporal combines day of month and day of week
 * by AND, cron by OR, so only one of them may be restricted.
 */
export function findCronProblem(expression: string): string | null {
  const parts = expression.split(' ');
  if (parts.length !== fields.length) {
    return `should have five fields, separated by one space: ${fields.map(({ name }) => name).join(', ')}`;
  }
  for (const [index, field] of fields.entries()) {
    if (!(parts[index] ?? '').split(',').every((part) => isPart(part, field))) {
      return `${field.name} should be *, ${field.min}-${field.max}${field.names ? ' or names' : ''}, with lists, ranges and steps`;
    }
  }
  if (parts[2] !== '*' && parts[4] !== '*') return 'should restrict the day of month or of week, not both';
  return null;
}

/** `*`, `a` or `a-b`, and a step after `*` or a range. */
function isPart(part: string, field: CronField): boolean {
  const match = /^(?:(\*)|(\w+)(?:-(\w+))?)(?:\/(\d{1,2}))?$/.exec(part);
  if (match === null) return false;
  const [, every, from, to, step] = match;
  if (step !== undefined && (Number(step) === 0 || (every === undefined && to === undefined))) return false;
  if (every !== undefined) return true;
  const first = numberOf(from ?? '', field);
  const last = to === undefined ? first : numberOf(to, field);
  return first !== null && last !== null && first <= last;
}

function numberOf(text: string, { min, max, names = [] }: CronField): number | null {
  const index = names.indexOf(text.toUpperCase());
  const value = index >= 0 ? index + min : /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return value >= min && value <= max ? value : null;
}
