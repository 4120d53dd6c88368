import { pluralize } from '../../../text/wording';
import type { ExperimentDraft } from './experiment-draft';

/** Names the settings of the experiment that is run again and that have no field. */
export function CarriedSettings({ draft: { carried } }: { draft: ExperimentDraft }) {
  const { reasoningConfig, outputSchema } = carried;
  const named = [
    reasoningConfig !== null && `reasoning settings (${Object.keys(reasoningConfig).join(', ')})`,
    outputSchema !== null && `output schema (${pluralize(outputSchema.length, 'field')})`,
  ].filter((text) => text !== false);
  return named.length === 0 ? null : <p>Same as before: {named.join(' and ')}.</p>;
}
