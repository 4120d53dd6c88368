import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { promptTemplateSchema } from '../../../experiments/prompts/prompt-template.schema';
import type { Proposal } from '../client/runner-client';
import type { Strategy } from './strategy';

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
 * @throws Error that describes the problem of the file
 */
export function readCandidateFile(path: string): Proposal[] {
  try {
    const { candidates } = fileSchema.parse(parse(readFileSync(path, 'utf8')));
    return candidates.map((entry) => ({
      systemPrompt: entry.system_prompt ?? null,
      model: entry.model ?? null,
      note: entry.note ?? null,
    }));
  } catch (error) {
    const reason = error instanceof z.ZodError ? `\n${z.prettifyError(error)}` : (error as Error).message;
    throw new Error(`${path} is not a valid list of candidates: ${reason}`, { cause: error });
  }
}
