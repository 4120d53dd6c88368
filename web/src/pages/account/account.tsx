import { useIdentity } from '../../api/session';
import { PageHeader } from '../../ui/page-header';
import styles from './account.module.css';
import { DeleteAccount } from './delete-account';
import { PasswordForm } from './password-form';
import { SessionList } from './session-list';

/** Password, sessions and deletion of the user's account. */
export function Account() {
  const user = useIdentity().data?.user;
  return (
    <>
      <PageHeader title="Account" facts={user && `${user.name} · ${user.email}`} />
      <div className={styles.sections}>
        <section className={styles.section} aria-labelledby="password">
          <h2 id="password">Password</h2>
          <PasswordForm />
        </section>
        <section className={styles.section} aria-labelledby="sessions">
          <h2 id="sessions">Sessions</h2>
          <SessionList />
        </section>
        <section className={styles.section} aria-labelledby="delete-account">
          <h2 id="delete-account">Delete account</h2>
          <DeleteAccount />
        </section>
      </div>
    </>
  );
}
