import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDemoAccount } from '../../../../src/cli/demo/demo-account';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-demo-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('withDemoAccount', () => {
  it('makes an account at the first start and knows it at the second', () => {
    const first = withDemoAccount({ DATA_DIR: dataDir });
    const second = withDemoAccount({ DATA_DIR: dataDir });

    expect(first.account).toMatchObject({ email: 'demo@assay.local', workspace: 'Demo' });
    expect(first.account.password.length).toBeGreaterThanOrEqual(12);
    expect(second).toEqual(first);
  });

  it('keeps the password from other users of the machine', () => {
    withDemoAccount({ DATA_DIR: dataDir });

    expect(statSync(join(dataDir, 'demo-account.json')).mode & 0o777).toBe(0o600);
  });

  it('generates a separate password for every data folder', () => {
    const here = withDemoAccount({ DATA_DIR: dataDir });
    const there = withDemoAccount({ DATA_DIR: join(dataDir, 'other') });

    expect(there.account.password).not.toBe(here.account.password);
  });

  it('hands the account to migration and leaves other variables alone', () => {
    const { account, env } = withDemoAccount({ DATA_DIR: dataDir, PORT: '3900' });

    expect(env).toEqual({
      DATA_DIR: dataDir,
      PORT: '3900',
      BOOTSTRAP_EMAIL: account.email,
      BOOTSTRAP_PASSWORD: account.password,
      BOOTSTRAP_WORKSPACE: account.workspace,
    });
  });

  it('prefers the account of the environment', () => {
    const env = {
      DATA_DIR: dataDir,
      BOOTSTRAP_EMAIL: 'ada@example.com',
      BOOTSTRAP_PASSWORD: 'correct horse battery',
    };

    expect(withDemoAccount(env).account).toEqual({
      email: 'ada@example.com',
      password: 'correct horse battery',
      workspace: 'Demo',
    });
  });

  it('throws when only one half of the account is set', () => {
    expect(() => withDemoAccount({ DATA_DIR: dataDir, BOOTSTRAP_EMAIL: 'ada@example.com' })).toThrow(
      'must be set together',
    );
  });

  it('throws when the stored account is damaged, instead of locking itself out with a new one', () => {
    writeFileSync(join(dataDir, 'demo-account.json'), '{"email":');

    expect(() => withDemoAccount({ DATA_DIR: dataDir })).toThrow('is not a valid account file');
  });
});
