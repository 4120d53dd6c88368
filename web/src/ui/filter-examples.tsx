import styles from './filter-examples.module.css';

export interface FilterExamplesProps {
  filters: readonly string[];
  onChoose: (filter: string) => void;
}

/** Example filters; a click applies one. */
export function FilterExamples({ filters, onChoose }: FilterExamplesProps) {
  return (
    <span className={styles.examples}>
      Examples:
      {filters.map((filter) => (
        <button key={filter} type="button" className={styles.example} onClick={() => onChoose(filter)}>
          {filter}
        </button>
      ))}
    </span>
  );
}
