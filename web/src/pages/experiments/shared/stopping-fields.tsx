import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '../../../ui/checkbox';
import { TextField, type TextFieldProps } from '../../../ui/text-field';
import { useWorkspace } from '../../../workspace/workspace';
import { describeSampleSize, toEffect, toSamples } from './sample-size';
import { sampleSizeQuery } from './sample-size-query';

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
  const { data } = useQuery(sampleSizeQuery(useWorkspace(), toEffect(minEffect.value), toSamples(samples)));
  return (
    <>
      <TextField
        label="Minimum effect (percentage points)"
        inputMode="decimal"
        description={data === undefined ? undefined : describeSampleSize(data, selected)}
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
