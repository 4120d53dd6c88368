import type { Command } from 'commander';
import { exitWith } from './shared/exit';
import { withHelp } from './shared/help';

const load = () => import('./users.command.js');
const exitCodes = [[0, 'done']] as const;
const page = 'accounts.md#operate-accounts';

/** Registers `assay users …`, the account management of an operator. */
export function registerUsers(program: Command): void {
  const users = program
    .command('users')
    .description('list, disable, enable and delete accounts; reset passwords');

  const list = users
    .command('list')
    .description('list every account with its state and workspaces')
    .action(() => exitWith(load().then(({ runListUsers }) => runListUsers(process.stdout))));
  withHelp(list, {
    examples: [['MONGODB_URI=mongodb://db.example/assay assay users list', 'accounts of a deployment']],
    exitCodes,
    page,
  });

  const reset = users
    .command('reset-password <email>')
    .description('set a new password, print it once, and end every session of the account')
    .option('--stdin', 'read the new password from stdin instead of generating one')
    .action((email: string, { stdin = false }: { stdin?: boolean }) =>
      exitWith(
        load().then(({ runResetPassword }) =>
          runResetPassword(email, stdin ? process.stdin : null, process.stdout),
        ),
      ),
    );
  withHelp(reset, {
    examples: [['assay users reset-password ada@example.com', 'print a generated password']],
    exitCodes,
    page,
  });

  const disable = users
    .command('disable <email>')
    .description('end the sessions of an account and disable its keys; memberships remain')
    .action((email: string) => exitWith(load().then(({ runDisableUser }) => runDisableUser(email))));
  withHelp(disable, {
    examples: [['assay users disable ada@example.com', 'shut an account out']],
    exitCodes,
    page,
  });

  const enable = users
    .command('enable <email>')
    .description('enable a disabled account and its keys')
    .action((email: string) => exitWith(load().then(({ runEnableUser }) => runEnableUser(email))));
  withHelp(enable, { examples: [['assay users enable ada@example.com', 'undo disable']], exitCodes, page });

  const remove = users
    .command('delete <email>')
    .description('delete an account with its sessions and memberships, and revoke its keys')
    .option('--keep-keys', 'do not revoke the workspace-scoped keys that the account created')
    .action((email: string, { keepKeys = false }: { keepKeys?: boolean }) =>
      exitWith(load().then(({ runDeleteUser }) => runDeleteUser(email, keepKeys))),
    );
  withHelp(remove, {
    examples: [['assay users delete ada@example.com --keep-keys', 'delete a person, not their pipelines']],
    exitCodes,
    page,
  });
}
