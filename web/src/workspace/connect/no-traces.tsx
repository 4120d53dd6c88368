import { ButtonLink } from '../../ui/button-link';
import { EmptyState } from '../../ui/empty-state';
import { useWorkspace } from '../workspace';
import { ConnectSdk } from './connect-sdk';

/** Where there are no conversations: leads to what arrived, and says how to send traces. */
export function NoTraces({ title }: { title: string }) {
  const { href } = useWorkspace();
  return (
    <>
      <EmptyState title={title} actions={<ButtonLink to={href('ingestion')}>Check ingestion</ButtonLink>}>
        <p>
          Send traces, import conversations or check one with <code>POST /v1/detect-hallucinations</code>. See
          the <a href="/docs/">API reference</a>.
        </p>
      </EmptyState>
      <ConnectSdk />
    </>
  );
}
