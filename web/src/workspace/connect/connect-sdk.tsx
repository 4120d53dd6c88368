import { useState } from 'react';
import tracesPage from '../../../../docs/traces.md?raw';
import { formatVariables, readSnippet, tracedSdks } from '../../text/trace-snippets';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { ErrorNotice } from '../../ui/error-notice';
import { Notice } from '../../ui/notice';
import { Select } from '../../ui/select';
import { useCreateApiKey } from '../api-key-queries';
import { useWorkspace } from '../workspace';
import styles from './connect-sdk.module.css';

const KEY_DAYS = 90;

type SdkId = (typeof tracedSdks)[number]['id'];

/** How to send traces of an SDK to the workspace, with a new key if the user may create one. */
export function ConnectSdk() {
  const { id: workspaceId, canWrite } = useWorkspace();
  const [sdkId, setSdkId] = useState<SdkId>('openai-agents');
  const { data: created, error, isPending, mutate } = useCreateApiKey();
  const sdk = tracedSdks.find(({ id }) => id === sdkId) ?? tracedSdks[0];
  const key = created?.key ?? null;
  const variables = formatVariables(sdk, { endpoint: location.origin, workspaceId, key });
  return (
    <section className={styles.connect} aria-label="Send traces">
      <h2>Send traces</h2>
      <div className={styles.choice}>
        <Select label="SDK" value={sdkId} options={tracedSdks} onChange={setSdkId} />
        {canWrite && key === null && (
          <Button
            isDisabled={isPending}
            onPress={() =>
              mutate({
                name: `Traces of ${sdk.name}`,
                scope: 'workspace',
                workspace_id: workspaceId,
                expires_in_days: KEY_DAYS,
              })
            }
          >
            {isPending ? 'Creating…' : 'Create key'}
          </Button>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {key !== null && (
        <Notice tone="warn">
          Copy the settings now. The key is shown only once, and expires in 90 days.
        </Notice>
      )}
      {!canWrite && <p>You can read this workspace. Ask a contributor for a key.</p>}
      <Snippet title="Environment" text={variables} />
      <Snippet title="Code" text={readSnippet(tracesPage, sdk.name)} />
    </section>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.snippet}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
