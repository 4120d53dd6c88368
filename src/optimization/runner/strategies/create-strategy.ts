import { createModelRegistry } from '../../../providers/model-registry';
import { listStrategy, readCandidateFile } from './list-strategy';
import { llmStrategy } from './llm-strategy';
import type { Strategy } from './strategy';
import type { StrategySettings } from './strategy-settings';

/** Creates the configured strategy. @throws Error if one of its settings is missing or invalid */
export function createStrategy(settings: StrategySettings): Strategy {
  const { candidatesPath, model, rounds, providers } = settings;
  switch (settings.strategy) {
    case 'list':
      if (candidatesPath === null)
        throw new Error('The strategy list requires RUNNER_CANDIDATES or --candidates');
      return listStrategy(readCandidateFile(candidatesPath));
    case 'llm':
      if (model === null) throw new Error('The strategy llm requires RUNNER_MODEL or --model');
      return llmStrategy({ model: createModelRegistry(providers).resolve(model), rounds });
  }
}
