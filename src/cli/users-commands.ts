import type { Command } from 'commander';

const load = () => import('./users.command.js');

/** Registers `assay users …`, the account management of an operator. */
export function registerUsers(program: Command): void {
  const users = program
    .command('users')
    .description('list, disable, enable and delete accounts; reset passwords');

  users
    .command('list')
    .description('list every account with its state and workspaces')
    .action(async () => (await load()).runListUsers(process.stdout));

  users
    .command('reset-password <email>')
    .description('set a new password, print it once, and end every session of the account')
    .option('--stdin', 'read the new password from stdin instead of generating one')
    .action(async (email: string, { stdin = false }: { stdin?: boolean }) =>
      (await load()).runResetPassword(email, stdin ? process.stdin : null, process.stdout),
    );

  users
    .command('disable <email>')
    .description('end the sessions of an account and disable its keys; memberships remain')
    .action(async (email: string) => (await load()).runDisableUser(email));

  users
    .command('enable <email>')
    .description('enable a disabled account and its keys')
    .action(async (email: string) => (await load()).runEnableUser(email));

  users
    .command('delete <email>')
    .description('delete an account with its sessions and memberships, and revoke its keys')
    .option('--keep-keys', 'do not revoke the workspace-scoped keys that the account created')
    .action(async (email: string, { keepKeys = false }: { keepKeys?: boolean }) =>
      (await load()).runDeleteUser(email, keepKeys),
    );
}
