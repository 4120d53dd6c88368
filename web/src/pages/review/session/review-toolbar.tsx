import { Button } from '../../../ui/button';
import { type ActionId, actions } from './keys';
import styles from './review.module.css';

interface ReviewToolbarProps {
  /** The actions that are offered. */
  shown: ReadonlySet<ActionId>;
  disabled: ReadonlySet<ActionId>;
  onAction: (id: ActionId) => void;
  /** Called after a click or touch: the next key belongs to the reply, not to the button. */
  onPointer: () => void;
}

/** A button for every key. */
export function ReviewToolbar({ shown, disabled, onAction, onPointer }: ReviewToolbarProps) {
  return (
    <fieldset className={styles.toolbar} aria-label="Review">
      {actions
        .filter(({ id }) => shown.has(id))
        .map(({ id, key, name }) => (
          <Button
            key={id}
            variant={id === 'send' ? 'primary' : 'plain'}
            isDisabled={disabled.has(id)}
            onPress={({ pointerType }) => {
              onAction(id);
              if (pointerType === 'mouse' || pointerType === 'touch') onPointer();
            }}
          >
            {name}{' '}
            <kbd className={styles.key} aria-hidden>
              {key}
            </kbd>
          </Button>
        ))}
    </fieldset>
  );
}
