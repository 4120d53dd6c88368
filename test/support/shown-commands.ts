import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/platform/package-root';

/** A block of commands and the output that the page shows below it. */
export interface Step {
  commands: string;
  shown: Block | null;
}

export interface Block {
  language: string;
  text: string;
}

/** The code blocks of a page. */
export function blocksOf(page: string): Block[] {
  const content = readFileSync(join(packageRoot, page), 'utf8');
  return [...content.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

/** The `sh` blocks of a page; a `json` or `text` block after one shows its output. */
export function stepsOf(page: string): Step[] {
  const steps: Step[] = [];
  for (const block of blocksOf(page)) {
    const last = steps.at(-1);
    if (block.language === 'sh') steps.push({ commands: block.text, shown: null });
    else if (['json', 'text'].includes(block.language) && last) last.shown = block;
  }
  return steps;
}

/**
 * Runs the commands of a page in one shell and returns what each step printed.
 * @throws Error for a step whose last command fails
 */
export async function runSteps(
  steps: readonly Step[],
  { folder, env, limitMs }: { folder: string; env: NodeJS.ProcessEnv; limitMs: number },
): Promise<string[]> {
  const outputs = mkdtempSync(join(tmpdir(), 'assay-page-'));
  const outputOf = (index: number) => join(outputs, String(index));
  try {
    const script = steps
      .map(({ commands }, index) => `{\n${commands}\n} > '${outputOf(index)}' || exit\n`)
      .join('');
    const file = join(outputs, 'page.sh');
    writeFileSync(file, script);
    await promisify(execFile)('bash', ['-o', 'pipefail', file], { cwd: folder, env, timeout: limitMs });
    return steps.map((_step, index) => readFileSync(outputOf(index), 'utf8'));
  } finally {
    rmSync(outputs, { recursive: true, force: true });
  }
}
