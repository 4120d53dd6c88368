import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';
import { joinClasses } from './class-names';

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'plain',
  ...props
}: Omit<LinkProps, 'className'> & { variant?: 'primary' | 'plain' | 'quiet' }) {
  return <Link {...props} className={joinClasses(styles.button, styles[variant])} />;
}
