import styles from './overview.module.css';
import { describeSample } from './overview-numbers';

/** Which share of the conversations the numbers above count. Nothing if they count all. */
export function SampledNote({ share }: { share: number | null | undefined }) {
  return share == null ? null : <p className={styles.note}>{describeSample(share)}</p>;
}
