import { createModelRegistry } from '../../../providers/model-registry';
import type { ProviderConfig } from '../../../providers/provider-config';
import { listStrategy, readCandidateFile } from './list-strategy';
import { llmStrategy } from './llm-strategy';
import type { Strategy } from './strategy';

export interface StrategySettings {
  strategy: 'list' | 'llm';
  /** The file of the strategy `list`. */
  candidatesPath: string | null;
  /** `name` or `provider/name`, for the strategy `llm`. */
  model: string | null;
  /** How many prompts the strategy `llm` proposes at most. */
  rounds: number;
  providers: ProviderConfig[];
}

/** The strategy that the settings name. @throws Error when what it needs is missing or cannot be used */
export function createStrategy(settings: StrategySettings): Strategy {
  const { candidatesPath, model, rounds, providers } = settings;
  switch (settings.strategy) {
    case 'list':
      if (candidatesPath === null)
        throw new Error('The strategy list needs RUNNER_CANDIDATES or --candidates');
      return listStrategy(readCandidateFile(candidatesPath));
    case 'llm':
      if (model === null) throw new Error('The strategy llm needs RUNNER_MODEL or --model');
      return llmStrategy({ model: createModelRegistry(providers).resolve(model), rounds });
  }
}
