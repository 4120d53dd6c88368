const { existsSync, readFileSync } = require('node:fs');
const Table = require('cli-table3');

/** Prints what the attacks measured next to the bounds they have to keep, ordered as in docs/security.md. */
class AttackReporter {
  onRunComplete() {
    const path = process.env.ATTACK_FIGURES;
    if (path === undefined || !existsSync(path)) return;
    const figures = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    figures.sort((left, right) => left.item.localeCompare(right.item, 'en', { numeric: true }));
    const table = new Table({ head: ['item', 'measured', 'value', 'bound', 'held'] });
    for (const { item, name, measured, unit, max, min } of figures) {
      const bounds = [min === null ? '' : `≥ ${min}`, max === null ? '' : `≤ ${max}`]
        .filter(Boolean)
        .join(', ');
      const isHeld = (max === null || measured <= max) && (min === null || measured >= min);
      table.push([
        item,
        name,
        `${Number(measured.toPrecision(4))} ${unit}`.trim(),
        bounds,
        isHeld ? 'yes' : 'NO',
      ]);
    }
    process.stdout.write(`${table.toString()}\n`);
  }
}

module.exports = AttackReporter;
