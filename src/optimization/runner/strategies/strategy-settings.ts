import type { ProviderConfig } from '../../../providers/provider-config';

export const runnerStrategies = ['list', 'llm'] as const;
export const MAX_ROUNDS = 100;

export interface StrategySettings {
  strategy: (typeof runnerStrategies)[number];
  /** The file of the strategy `list`. */
  candidatesPath: string | null;
  /** `name` or `provider/name`, for the strategy `llm`. */
  model: string | null;
  /** Maximum number of prompts of the strategy `llm`, from 1 to `MAX_ROUNDS`. */
  rounds: number;
  providers: ProviderConfig[];
}
