import { describeVerdict, humanize, pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { LabelBadge } from '../../../ui/label-badge';
import { Notice } from '../../../ui/notice';
import { Select } from '../../../ui/select';
import { useEvaluators } from '../../../workspace/evaluators';
import type { EvaluatorResult, Issue, ReplyEvaluation } from '../../../workspace/transcript/issues';
import { IssueDetail, type ShownEvidence } from './issue-detail';
import styles from './issue-panel.module.css';
import { ResultFacts } from './result-facts';

interface IssuePanelProps {
  results: readonly EvaluatorResult[];
  result: EvaluatorResult | null;
  issues: readonly Issue[];
  /** The evaluation of the newest evaluated reply. */
  last: ReplyEvaluation | null;
  /** The index of the newest reply, if it is not evaluated. */
  unevaluated: number | null;
  messageCount: number;
  selected: Issue | null;
  evidence: ShownEvidence | null;
  onEvaluator: (key: string) => void;
  onSelect: (issue: Issue) => void;
  onEvidence: (issue: Issue) => void;
}

/** The issues of one evaluator in reading order, with details of the selected one. */
export function IssuePanel({
  results,
  result,
  issues,
  last,
  unevaluated,
  messageCount,
  selected,
  evidence,
  onEvaluator,
  onSelect,
  onEvidence,
}: IssuePanelProps) {
  const nameOf = useEvaluatorNames();
  const shown = selected ?? last;
  const isOnly = result?.evaluations.length === 1 && unevaluated === null;
  const unjudged = last === null ? null : describeUnjudged(last, isOnly);
  const step = (by: number) => {
    const next = issues[(selected === null ? (by > 0 ? -1 : 0) : selected.number - 1) + by];
    if (next !== undefined) onSelect(next);
  };
  return (
    <aside className={styles.panel} aria-label="Issues">
      <div className={styles.head}>
        <h2>{getHeading(result, issues.length)}</h2>
        {issues.length > 0 && (
          <span className={styles.steps}>
            <Button variant="quiet" isDisabled={(selected?.number ?? 1) <= 1} onPress={() => step(-1)}>
              Previous
            </Button>
            <Button variant="quiet" isDisabled={selected?.number === issues.length} onPress={() => step(1)}>
              Next
            </Button>
          </span>
        )}
      </div>
      {results.length > 1 && result !== null && (
        <Select
          label="Evaluator"
          value={result.key}
          options={results.map((it) => ({
            id: it.key,
            name: `${nameOf(it.evaluatorId)}, version ${it.version}`,
          }))}
          onChange={onEvaluator}
        />
      )}
      {unjudged !== null && <Notice tone="warn">{unjudged}</Notice>}
      {unevaluated !== null && (
        <Notice>{`Message ${unevaluated + 1}, the newest reply, is not evaluated.`}</Notice>
      )}
      {selected !== null && (
        <IssueDetail
          issue={selected}
          evidence={evidence}
          onShow={() => onSelect(selected)}
          onEvidence={() => onEvidence(selected)}
        />
      )}
      {issues.length > (selected === null ? 0 : 1) && (
        <ol className={styles.issues}>
          {issues.map((issue) => (
            <li key={issue.number}>
              <button
                type="button"
                className={styles.issue}
                aria-current={issue === selected}
                onClick={() => onSelect(issue)}
              >
                <LabelBadge label={issue.annotation.label} />
                <span className={styles.quote} dir="auto">
                  {issue.annotation.text}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {shown !== null && (
        <ResultFacts
          {...shown}
          messageCount={messageCount}
          evaluator={nameOf(shown.evaluation.evaluator_id)}
        />
      )}
    </aside>
  );
}

/** Why the newest evaluated reply has no findings: those of other replies do not belong to it. */
function describeUnjudged(
  { messageIndex, evaluation: { status, reason } }: ReplyEvaluation,
  isOnly: boolean,
): string | null {
  if (status === 'completed') return null;
  const verdict = describeVerdict(status, reason);
  return isOnly ? verdict : `Message ${messageIndex + 1}, the newest evaluated reply: ${verdict}`;
}

function getHeading(result: EvaluatorResult | null, count: number): string {
  if (result === null) return 'Not evaluated';
  const statuses = result.evaluations.map(({ status }) => status);
  if (statuses.includes('completed')) return pluralize(count, 'issue');
  return statuses.includes('not_judgeable') ? 'Not judgeable' : 'No verdict';
}

/** Returns a function that maps ids of evaluators to names. A deleted evaluator is named by its id. */
function useEvaluatorNames(): (id: string) => string {
  const evaluators = useEvaluators().data?.items ?? [];
  return (id) => {
    const found = evaluators.find((evaluator) => evaluator.id === id);
    return found === undefined ? `Evaluator ${id.slice(0, 8)}` : humanize(found.name);
  };
}
