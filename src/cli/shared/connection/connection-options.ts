import { type Command, Option } from 'commander';

/** How the command line names a service; the environment and the configuration file are read where it does not. */
export interface ConnectionFlags {
  url?: string;
  apiKey?: string;
  /** The id of a workspace. */
  workspace?: string;
}

const GROUP = 'Service:';

/** Adds the options that name the service. */
export function withConnection(command: Command): Command {
  const options = [
    new Option('--url <address>', 'address of the service (ASSAY_URL)'),
    new Option('--api-key <key>', 'visible to other users of this machine; prefer ASSAY_API_KEY or the file'),
    new Option('--workspace <id>', 'workspace, required with a user key (ASSAY_WORKSPACE_ID)'),
  ];
  for (const option of options) command.addOption(option.helpGroup(GROUP));
  return command;
}
