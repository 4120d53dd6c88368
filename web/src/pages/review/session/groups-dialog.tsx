import { useRef, useState } from 'react';
import type { Finding } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { DialogActions } from '../../../ui/dialog-actions';
import { Segmented } from '../../../ui/segmented';
import { type FindingGroup, type Grouping, groupFindings, groupingNames, groupings } from './groups';
import styles from './review.module.css';

interface GroupsDialogProps {
  /** Those without a decision. */
  findings: readonly Finding[];
  isOpen: boolean;
  onDecide: (group: FindingGroup, verdict: 'confirmed' | 'rejected') => void;
  onClose: () => void;
}

/** Decides all findings of a tool parameter, a label or a text at once. */
export function GroupsDialog({ findings, isOpen, onDecide, onClose }: GroupsDialogProps) {
  const [grouping, setGrouping] = useState<Grouping>('text');
  const groups = groupFindings(findings, grouping);
  const list = useRef<HTMLUListElement>(null);
  const decide = (group: FindingGroup, verdict: 'confirmed' | 'rejected') => {
    // The pressed button disappears. Without the focus in the dialog, Escape would not close it.
    list.current?.focus();
    onDecide(group, verdict);
  };
  return (
    <Dialog title="Decide several findings" isOpen={isOpen} onClose={onClose} isWide>
      <Segmented
        label="Group by"
        value={grouping}
        options={groupings.map((id) => ({ id, name: groupingNames[id] }))}
        onChange={setGrouping}
      />
      {groups.length === 0 && <p className={styles.note}>No undecided findings to group.</p>}
      <ul ref={list} className={styles.groups} aria-label="Groups" tabIndex={-1}>
        {groups.map((group) => (
          <li key={group.name} className={styles.group}>
            <span className={styles.quote} dir="auto">
              {group.name}
            </span>
            <span className={styles.groupActions}>
              <Button
                aria-label={`Confirm all ${group.findings.length}: ${group.name}`}
                onPress={() => decide(group, 'confirmed')}
              >
                Confirm all {formatCount(group.findings.length)}
              </Button>
              <Button
                aria-label={`Reject all ${group.findings.length}: ${group.name}`}
                onPress={() => decide(group, 'rejected')}
              >
                Reject all {formatCount(group.findings.length)}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
