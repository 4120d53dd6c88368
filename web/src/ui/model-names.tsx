import { NO_VALUE } from '../text/numbers';
import styles from './model-names.module.css';

/** Names of models in one line: they would break at each hyphen, and long ones would widen a table. */
export function ModelNames({ names }: { names: readonly string[] }) {
  const text = names.join(', ');
  return (
    <span className={styles.names} title={text}>
      {text || NO_VALUE}
    </span>
  );
}
