import { readFileSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { promptTemplateSchema } from '../../../experiments/prompts/prompt-template.schema';
import { describeFileError } from '../../../platform/errors/system-errors';
import { parseOrThrow } from '../../../platform/http/parse-or-throw';
import type { Proposal, Strategy } from './strategy';

const entrySchema = z
  .strictObject({
    system_prompt: promptTemplateSchema.nullish(),
    model: z.string().min(1).max(255).nullish(),
    note: z.string().min(1).max(4_096).nullish(),
  })
  .refine(({ system_prompt, model }) => Boolean(system_prompt ?? model), {
    message: 'needs a system_prompt, a model or both',
  });

const fileSchema = z.strictObject({ candidates: z.array(entrySchema).min(1) });

/** Proposes the same candidates for every run, in one round, within the limits of the run. */
export function listStrategy(proposals: readonly Proposal[]): Strategy {
  return {
    name: 'list',
    propose: async ({ tried }) => (tried.length === 0 ? [...proposals] : []),
  };
}

/**
 * Reads a YAML or JSON file with `candidates`, a list of {system_prompt, model, note}.
 * @throws Error of one line that describes the problem of the file
 */
export function readCandidateFile(path: string): Proposal[] {
  const introduction = `${path} is not a list of candidates: `;
  const { candidates } = parseOrThrow(fileSchema, parseFile(path), 'file', introduction);
  return candidates.map((entry) => ({
    systemPrompt: entry.system_prompt ?? null,
    model: entry.model ?? null,
    note: entry.note ?? null,
  }));
}

function parseFile(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const start = error instanceof YAMLParseError ? error.linePos?.[0] : undefined;
    const position = start === undefined ? '' : `: error in line ${start.line}, column ${start.col}`;
    throw new Error(`${path} ${describeFileError(error, 'read') ?? `is not YAML or JSON${position}`}`, {
      cause: error,
    });
  }
}
