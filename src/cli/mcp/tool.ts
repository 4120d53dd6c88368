import type { z } from 'zod';
import type { AssayClient } from '../../../packages/client';

type Shape = Record<string, z.ZodType>;

/** What a model may call. */
export interface Tool<Input extends Shape = Shape> {
  name: string;
  description: string;
  input: Input;
  /** Stores something in the service. */
  isWrite?: boolean;
  call(input: z.output<z.ZodObject<Input>>, client: AssayClient, signal: AbortSignal): Promise<unknown>;
}

/** Keeps the types of the input within the definition. */
export function defineTool<Input extends Shape>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}
