import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { type TermId, terms } from '../text/terms';
import { GuideLink } from './guide-link';
import styles from './term.module.css';

interface TermProps {
  id: TermId;
  /** The words as they stand here; default: the name of the term. */
  children?: ReactNode;
}

/** A word with its explanation, which a click, a tap or Enter opens. */
export function Term({ id, children }: TermProps) {
  const { name, text, guide } = terms[id];
  return (
    <DialogTrigger>
      <Button className={styles.term ?? ''}>{children ?? name}</Button>
      <Popover className={styles.popover ?? ''} placement="bottom start">
        <Dialog className={styles.text ?? ''} aria-label={name}>
          <p>{text}</p>
          <p>
            <GuideLink guide={guide}>Read more</GuideLink>
          </p>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
