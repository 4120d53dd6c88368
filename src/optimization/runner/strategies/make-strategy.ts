import type { RunnerConfig } from '../../../config';
import { createModelRegistry } from '../../../providers/model-registry';
import { listStrategy, readCandidateFile } from './list-strategy';
import { llmStrategy } from './llm-strategy';
import type { Strategy } from './strategy';

type StrategySettings = Pick<RunnerConfig, 'strategy' | 'candidatesPath' | 'model' | 'rounds' | 'providers'>;

/** The strategy that the settings name. @throws Error when what it needs is missing or cannot be used */
export function makeStrategy(settings: StrategySettings): Strategy {
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
