import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import styles from './button.module.css';
import { joinClasses } from './class-names';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger';
}

/** A button; `quiet` has no border, `danger` is for destructive actions. */
export function Button({ variant = 'plain', ...props }: ButtonProps) {
  return <AriaButton {...props} className={joinClasses(styles.button, styles[variant])} />;
}
