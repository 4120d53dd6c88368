import { InvalidArgumentError, Option } from 'commander';

const DEFAULT_TIMEOUT_MINUTES = 60;

/** Options of a candidate that runs on a service. */
export function candidateOptions(): Option[] {
  return [
    new Option(
      '--set <name>',
      'run on this set of conversations, name or name@version, of the service at ASSAY_URL with the key in ASSAY_API_KEY',
    ),
    new Option('--model <name>', 'model of the candidate, as in experiments'),
    new Option(
      '--system-prompt <file>',
      'system prompt of the candidate; {{system_prompt}} inserts the original',
    ),
    new Option(
      '--commit <sha>',
      'a gate of the same commit and settings continues with its experiment; by default of the CI, or of the working directory',
    ),
    new Option('--max-cost <dollars>', 'start no further replies once they have cost so much').argParser(
      positiveNumber,
    ),
    new Option('--timeout <minutes>', 'wait so long')
      .argParser(positiveNumber)
      .default(DEFAULT_TIMEOUT_MINUTES),
  ];
}

/** Options of a gate on a service, in addition to those of its candidate. */
export function serviceGateOptions(): Option[] {
  return [
    new Option(
      '--against <what>',
      'baseline (the original replies), the id of an experiment, or the JSON report of an earlier gate',
    ).default('baseline'),
    new Option(
      '--metric <name>',
      'what must not get worse: the share of replies with an issue, by which a service decides',
    )
      .choices(['issue_rate'])
      .default('issue_rate'),
  ];
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}
