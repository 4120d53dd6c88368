import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { Checkbox } from '../../../ui/checkbox';
import { Term } from '../../../ui/term';
import { TextField, type TextFieldProps } from '../../../ui/text-field';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import { describeSampleSize, toEffect, toSamples } from './sample-size';

interface StoppingFieldsProps {
  stops: boolean;
  onStopsChange: (stops: boolean) => void;
  /** The number of conversations; null if it is not known yet. */
  selected: number | null;
  /** The typed number of samples per conversation. */
  samples: string;
  /** Value, change handler and error of the smallest difference. */
  minEffect: Required<Pick<TextFieldProps, 'value' | 'onChange' | 'error'>>;
}

/** The smallest difference that matters, how many conversations it needs, and whether to stop once decided. */
export function StoppingFields({ stops, onStopsChange, selected, samples, minEffect }: StoppingFieldsProps) {
  const { data, isPlaceholderData } = useQuery(
    sampleSizeQuery(useWorkspace(), toEffect(minEffect.value), toSamples(samples)),
  );
  return (
    <>
      <TextField
        label="Minimum effect (percentage points)"
        inputMode="decimal"
        description={
          <span aria-busy={isPlaceholderData}>
            {data !== undefined && describeSampleSize(data, selected)}{' '}
            <Term id="minimum effect">What is the minimum effect?</Term>
          </span>
        }
        {...minEffect}
      />
      <Checkbox
        label="Stop once better, worse, or without this effect"
        isChecked={stops}
        onChange={onStopsChange}
      />
    </>
  );
}

/** How many conversations an effect needs, with so many replies to each; disabled for null. */
function sampleSizeQuery({ id, client }: Workspace, effect: number | null, samples: number | null) {
  return queryOptions({
    queryKey: [id, 'sample-size', effect, samples],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/experiments/plan', {
          params: { query: { min_effect: effect ?? 0.05, samples_per_item: samples ?? 1 } },
          signal,
        }),
      ),
    enabled: effect !== null && samples !== null,
    placeholderData: keepPreviousData,
  });
}
