import styles from './difference.module.css';

interface DifferenceProps {
  text: string;
  /** Null: neither better nor worse. */
  isBetter: boolean | null;
}

/** A difference, or a value that has one, in the color of an improvement or a regression. */
export function Difference({ text, isBetter }: DifferenceProps) {
  if (isBetter === null) return text;
  return (
    <span className={styles.difference} data-better={isBetter} title={isBetter ? 'Better' : 'Worse'}>
      {text}
    </span>
  );
}
