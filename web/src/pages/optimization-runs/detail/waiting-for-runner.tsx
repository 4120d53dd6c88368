import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api/client';
import { pollMs } from '../../../api/polling';
import type { OptimizationRun } from '../../../api/types';
import { GuideLink } from '../../../ui/guide-link';
import { Notice } from '../../../ui/notice';
import { CreateKey } from '../../../workspace/connect/create-key';
import { Snippet } from '../../../workspace/connect/snippet';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import styles from './optimization-run.module.css';
import { describeRunners, formatRunnerCommand } from './runner-text';

function runnersQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'runners'],
    queryFn: async ({ signal }) => (await read(client.GET('/v1/optimization-runners', { signal }))).items,
    refetchInterval: pollMs.expensive,
  });
}

/** What a run waits for: whether a runner is connected, and the command that starts one. */
export function WaitingForRunner({ run }: { run: OptimizationRun }) {
  const { data: runners } = useQuery(runnersQuery(useWorkspace()));
  const [key, setKey] = useState<string | null>(null);
  return (
    <section className={styles.waiting} aria-label="Runner">
      <h2>Waiting for a runner</h2>
      {runners !== undefined && <p role="status">{describeRunners(run, runners)}</p>}
      <p>
        A runner proposes prompts; the service measures them. Start one in a checkout of Assay, on any machine
        that reaches this address: <GuideLink guide="runner">guide to runners</GuideLink>.
      </p>
      {key === null ? (
        <CreateKey name="Runner" onCreated={setKey} />
      ) : (
        <Notice tone="warn">Copy the command now. The key is shown only once, and expires in 90 days.</Notice>
      )}
      <Snippet title="Command" text={formatRunnerCommand(run, { endpoint: location.origin, key })} />
    </section>
  );
}
