import { experimentFields } from './experiments/experiment-columns';
import { followExperiment, showProgress } from './experiments/follow-experiment';
import { type Service, type ServiceCommand, withService } from './shared/connection/with-service';
import { type Output, toJsonText } from './shared/output/output';
import { printFields } from './shared/output/print-fields';
import { runUntilStopped } from './shared/run-until-stopped';

export interface WatchOptions extends ServiceCommand {
  /** Where progress and messages for a person are printed. */
  messages: Output;
}

/**
 * `assay experiments watch`: shows the progress of an experiment until it has ended, then the experiment. Resolves to the
 * exit code: 1 if it failed or was cancelled, 130 if the watching was stopped, which does not affect the experiment.
 * @throws as `withService`
 */
export function runWatch(id: string, options: WatchOptions): Promise<number> {
  return withService(options, (service) => watch(service, id, options));
}

/** @throws AssayError */
export function watch(
  { client }: Service,
  id: string,
  { json: isJson = false, output, messages }: WatchOptions,
): Promise<number> {
  const say = (line: string) => messages.write(`${line}\n`);
  return runUntilStopped(async (signal) => {
    try {
      const { total_items_count: total } = await client.experiments.get(
        id,
        { omit: 'conversation_ids' },
        { signal },
      );
      const ended = isJson
        ? await followExperiment(client, id, {
            signal,
            say,
            onChange: (latest) => output.write(`${toJsonText(latest)}\n`),
          })
        : await showProgress(total, messages, (onChange) =>
            followExperiment(client, id, { signal, say, onChange }),
          );
      if (!isJson) printFields(experimentFields(ended), output);
      return ended.status === 'completed' ? 0 : 1;
    } catch (error) {
      if (signal.aborted)
        say(
          `The experiment continues. Watch it again: assay experiments watch ${id}. End it: assay experiments cancel ${id}`,
        );
      throw error;
    }
  });
}
