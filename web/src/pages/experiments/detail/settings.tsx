import type { Experiment } from '../../../api/types';
import { formatCents, formatCount } from '../../../text/numbers';
import { CopyButton } from '../../../ui/copy-button';
import styles from './experiment.module.css';

/** What the experiment was asked to do. */
export function Settings({ experiment }: { experiment: Experiment }) {
  const { output_schema: fields, reasoning_config: reasoning, system_prompt_override: prompt } = experiment;
  return (
    <dl className={styles.settings}>
      <dt>Id</dt>
      <dd className={styles.id}>
        <code>{experiment.id}</code> <CopyButton text={experiment.id} label="Copy id" />
      </dd>
      <dt>Replies</dt>
      <dd>{experiment.pass_through ? 'The recorded ones' : `New ones by ${experiment.model}`}</dd>
      <dt>Conversations</dt>
      <dd>{formatCount(experiment.total_items_count)}</dd>
      <dt>Evaluator</dt>
      <dd>
        {experiment.evaluator_name}, version {experiment.evaluator_version}
      </dd>
      <dt>Items at once</dt>
      <dd>{formatCount(experiment.concurrency)}</dd>
      <dt>Most it may cost</dt>
      <dd>
        {experiment.max_cost_cents === null ? 'No limit' : `${formatCents(experiment.max_cost_cents)} (USD)`}
      </dd>
      <dt>System prompt</dt>
      <dd>{prompt === null ? 'That of each conversation' : <pre className={styles.text}>{prompt}</pre>}</dd>
      {reasoning !== null && (
        <>
          <dt>Reasoning</dt>
          <dd>
            <pre className={styles.text}>{JSON.stringify(reasoning, null, 2)}</pre>
          </dd>
        </>
      )}
      {fields !== null && (
        <>
          <dt>Fields of the reply</dt>
          <dd>
            <ul>
              {fields.map(({ name, type, is_list: isList, is_optional: isOptional }) => (
                <li key={name}>
                  <code>{name}</code>: {isList ? `list of ${type}` : type}
                  {isOptional && ', optional'}
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </dl>
  );
}
