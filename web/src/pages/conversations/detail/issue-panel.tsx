import type { EvidencePlace } from '../../../text/evidence';
import { countOf, sayPlainly } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { LabelBadge } from '../../../ui/label-badge';
import { Select } from '../../../ui/select';
import { useEvaluators } from '../../../workspace/evaluators';
import { IssueDetail } from './issue-detail';
import styles from './issue-panel.module.css';
import type { Issue, Verdict } from './issues';
import { VerdictFacts } from './verdict-facts';

interface IssuePanelProps {
  verdicts: readonly Verdict[];
  verdict: Verdict | null;
  issues: readonly Issue[];
  selected: Issue | null;
  evidence: { places: readonly EvidencePlace[]; shown: number } | null;
  onEvaluator: (key: string) => void;
  onSelect: (issue: Issue) => void;
  onEvidence: (issue: Issue) => void;
}

/** What an evaluator found: the issues in reading order, the chosen one explained. */
export function IssuePanel({
  verdicts,
  verdict,
  issues,
  selected,
  evidence,
  onEvaluator,
  onSelect,
  onEvidence,
}: IssuePanelProps) {
  const nameOf = useEvaluatorNames();
  const step = (by: number) => {
    const next = issues[(selected === null ? (by > 0 ? -1 : 0) : selected.number - 1) + by];
    if (next !== undefined) onSelect(next);
  };
  return (
    <aside className={styles.panel} aria-label="Issues">
      <div className={styles.head}>
        <h2>{headingOf(verdict, issues.length)}</h2>
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
      {verdicts.length > 1 && verdict !== null && (
        <Select
          label="Evaluator"
          value={verdict.key}
          options={verdicts.map((it) => ({
            id: it.key,
            name: `${nameOf(it.evaluatorId)}, version ${it.version}`,
          }))}
          onChange={onEvaluator}
        />
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
      {verdict !== null && <VerdictFacts verdict={verdict} name={nameOf(verdict.evaluatorId)} />}
    </aside>
  );
}

function headingOf(verdict: Verdict | null, count: number): string {
  if (verdict === null) return 'Not evaluated';
  const isJudged = verdict.evaluations.some(({ status }) => status === 'completed');
  return isJudged ? countOf(count, 'issue') : 'No verdict';
}

/** Names of evaluators by id; one that was deleted is called by its id. */
function useEvaluatorNames(): (id: string) => string {
  const evaluators = useEvaluators().data?.items ?? [];
  return (id) => {
    const found = evaluators.find((evaluator) => evaluator.id === id);
    return found === undefined ? `Evaluator ${id.slice(0, 8)}` : sayPlainly(found.name);
  };
}
