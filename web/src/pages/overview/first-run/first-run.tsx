import { Button } from '../../../ui/button';
import { PageHeader } from '../../../ui/page-header';
import { ConnectClient } from '../../../workspace/connect/connect-client';
import { useWorkspace } from '../../../workspace/workspace';
import { EvaluationQuestion } from './evaluation-question';
import { LoadSampleData } from './load-sample-data';
import { useEvaluationChoice } from './use-evaluation-choice';

interface FirstRunProps {
  isWaiting: boolean;
  /** Shows the overview. */
  onDone: () => void;
}

/** The page of an empty workspace: key, endpoint, a program that sends a conversation, one question. */
export function FirstRun({ isWaiting, onDone }: FirstRunProps) {
  const { role, canWrite } = useWorkspace();
  const choice = useEvaluationChoice(isWaiting);
  return (
    <>
      <PageHeader
        title="Send your first conversation"
        actions={
          !isWaiting && (
            <Button variant="primary" onPress={onDone}>
              Show overview
            </Button>
          )
        }
      />
      <ConnectClient
        question={role === 'admin' && choice !== null && <EvaluationQuestion choice={choice} />}
        onKeyCreated={role === 'admin' ? choice?.saveWithKey : undefined}
      />
      {canWrite && isWaiting && <LoadSampleData onLoaded={onDone} />}
    </>
  );
}
