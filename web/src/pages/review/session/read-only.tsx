import { EmptyState } from '../../../ui/empty-state';

/** Shown to those who may not review. */
export function ReadOnly() {
  return (
    <EmptyState title="Viewers cannot review">
      <p>Ask an admin of the workspace for the role of a contributor.</p>
    </EmptyState>
  );
}
