import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../api/client';
import type { Model } from '../api/types';
import { formatPrice } from '../text/numbers';
import { TextField, type TextFieldProps } from '../ui/text-field';
import { useWorkspace } from './workspace';

interface ModelFieldProps extends Pick<TextFieldProps, 'value' | 'error' | 'onChange'> {
  /** What the model is for. */
  children?: ReactNode;
}

/** The known models, which change with the settings of the service only. */
function useModels(): readonly Model[] {
  const { id, client } = useWorkspace();
  const { data } = useQuery({
    queryKey: [id, 'models'],
    queryFn: ({ signal }) => read(client.GET('/v1/models', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.items ?? [];
}

/** The name of a model: suggests those with a price, and accepts any other. */
export function ModelField({ children, value = '', ...field }: ModelFieldProps) {
  const models = useModels();
  const chosen = models.find(({ name }) => name === value.trim());
  return (
    <TextField
      label="Model"
      placeholder={models[0]?.name ?? ''}
      suggestions={models.map((model) => ({ value: model.name, label: describePrice(model) }))}
      description={
        <>
          {children} {chosen === undefined ? describeOthers(value) : `${describePrice(chosen)}.`}
        </>
      }
      value={value}
      {...field}
    />
  );
}

function describeOthers(value: string): string {
  return value.trim() === ''
    ? 'Choose one, or name another of a provider as provider/model.'
    : 'The price of this model is not known until its provider is configured with it.';
}

function describePrice({ input_per_1m_usd: input, output_per_1m_usd: output }: Model): string {
  if (input === null || output === null) return 'Unknown price';
  if (input === 0 && output === 0) return 'Free';
  return `${formatPrice(input)} in, ${formatPrice(output)} out per million tokens`;
}
