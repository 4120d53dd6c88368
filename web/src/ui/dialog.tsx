import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './dialog.module.css';

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Wide enough for tables and prompts. */
  isWide?: boolean;
  /** For questions that require a decision: a click outside does not close it. */
  isAlert?: boolean;
  /** While closing would lose data: neither a click outside nor Escape closes it. */
  isLocked?: boolean;
  children: ReactNode;
}

/** A modal dialog. Escape closes it unless it is locked; closing restores the focus. */
export function Dialog({
  title,
  isOpen,
  onClose,
  isWide = false,
  isAlert = false,
  isLocked = false,
  children,
}: DialogProps) {
  const role = isAlert ? 'alertdialog' : 'dialog';
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isOpen}
      isDismissable={!isAlert && !isLocked}
      isKeyboardDismissDisabled={isLocked}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.modal ?? ''} data-wide={isWide}>
        {/* A dialog that becomes an alert takes the focus again: the focused element may be gone. */}
        <AriaDialog key={role} className={styles.dialog ?? ''} role={role}>
          <Heading slot="title" className={styles.title ?? ''}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
