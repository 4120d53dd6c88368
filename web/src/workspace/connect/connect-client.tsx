import { type ReactNode, useState } from 'react';
import tracesPage from '../../../../docs/traces.md?raw';
import { formatVariables, readProgram, tracedClients } from '../../text/trace-snippets';
import { GuideLink } from '../../ui/guide-link';
import { Notice } from '../../ui/notice';
import { Secret } from '../../ui/secret';
import { Select } from '../../ui/select';
import { useWorkspace } from '../workspace';
import styles from './connect.module.css';
import { CreateKey } from './create-key';
import { Snippet } from './snippet';

type ClientId = (typeof tracedClients)[number]['id'];

interface ConnectClientProps {
  /** What to decide before the first conversation. */
  question?: ReactNode;
  onKeyCreated?: (() => void) | undefined;
}

/** How to send conversations to the workspace: a key, the endpoint, and a program that runs as shown. */
export function ConnectClient({ question, onKeyCreated }: ConnectClientProps) {
  const [key, setKey] = useState<string | null>(null);
  return (
    <>
      {question}
      <section className={styles.connect} aria-label="Key and endpoint">
        <h2>Key and endpoint</h2>
        {key === null ? (
          <CreateKey
            name="Traces"
            onCreated={(created) => {
              setKey(created);
              onKeyCreated?.();
            }}
          />
        ) : (
          <>
            <Notice tone="warn">Copy the key now. It is shown only once, and expires in 90 days.</Notice>
            <Secret text={key} copyLabel="Copy key" />
          </>
        )}
        <h3>Endpoint</h3>
        <Secret text={location.origin} copyLabel="Copy endpoint" />
      </section>
      <ClientProgram apiKey={key} />
    </>
  );
}

/** A program of the chosen client, with the address of the service and the key. */
function ClientProgram({ apiKey }: { apiKey: string | null }) {
  const { id: workspaceId } = useWorkspace();
  const [clientId, setClientId] = useState<ClientId>('openai');
  const client = tracedClients.find(({ id }) => id === clientId) ?? tracedClients[0];
  const { install, code, run, callsModel } = readProgram(tracesPage, client.heading);
  const variables = formatVariables(code, { endpoint: location.origin, workspaceId, key: apiKey });
  return (
    <section className={styles.connect} aria-label="Send a conversation">
      <h2>Send a conversation</h2>
      <div className={styles.choice}>
        <Select label="Client" value={clientId} options={tracedClients} onChange={setClientId} />
      </div>
      {install !== null && <Snippet title="Install" text={install} />}
      <Snippet title="Environment" text={variables} />
      {callsModel && (
        <p>
          The program also reads <code>OPENAI_API_KEY</code>, like yours.
        </p>
      )}
      <Snippet title={run?.file ?? 'Command'} text={code} />
      {run !== null && <Snippet title="Run" text={run.command} />}
      <p>
        <GuideLink guide={`traces#${toAnchor(client.heading)}`}>Guide to {client.name}</GuideLink> ·{' '}
        <GuideLink guide="importing">Import files instead</GuideLink>
      </p>
    </section>
  );
}

/** The anchor of a heading without punctuation. */
function toAnchor(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}
