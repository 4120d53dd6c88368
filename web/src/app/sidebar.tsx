import { useState } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { useIdentity, useSignOut } from '../api/session';
import { Button } from '../ui/button';
import { ErrorNotice } from '../ui/error-notice';
import hidden from '../ui/hidden.module.css';
import {
  ApiIcon,
  ConversationsIcon,
  ExperimentsIcon,
  FindingsIcon,
  GuidesIcon,
  IngestionIcon,
  OverviewIcon,
  ReviewIcon,
  RunsIcon,
  SetsIcon,
  SettingsIcon,
} from '../ui/icons';
import { Segmented } from '../ui/segmented';
import { Select } from '../ui/select';
import { useWorkspace } from '../workspace/workspace';
import styles from './sidebar.module.css';
import { chooseTheme, readTheme, type Theme } from './theme';

/** The pages by what they are for; the set-up is at the foot. */
const groups = [
  {
    name: 'Observe',
    pages: [
      { page: 'overview', name: 'Overview', Icon: OverviewIcon },
      { page: 'conversations', name: 'Conversations', Icon: ConversationsIcon },
      { page: 'findings', name: 'Findings', Icon: FindingsIcon },
    ],
  },
  {
    name: 'Improve',
    pages: [
      { page: 'review', name: 'Review', Icon: ReviewIcon },
      { page: 'sets', name: 'Sets', Icon: SetsIcon },
      { page: 'experiments', name: 'Experiments', Icon: ExperimentsIcon },
      { page: 'optimization-runs', name: 'Optimization runs', Icon: RunsIcon },
    ],
  },
  {
    name: 'Setup',
    pages: [
      { page: 'ingestion', name: 'Ingestion', Icon: IngestionIcon },
      { page: 'settings', name: 'Settings', Icon: SettingsIcon },
    ],
    more: (
      <>
        <li>
          <a className={styles.link} href="/docs/guides/">
            <GuidesIcon />
            Guides
          </a>
        </li>
        <li>
          <a className={styles.link} href="/docs/">
            <ApiIcon />
            API reference
          </a>
        </li>
      </>
    ),
  },
];

/** Navigation: workspace, pages, theme, account. Narrow windows show it while the menu is open. */
export function Sidebar({ isOpen }: { isOpen: boolean }) {
  const { href } = useWorkspace();
  const user = useIdentity().data?.user;
  const signOut = useSignOut();
  return (
    <div className={styles.sidebar} data-open={isOpen}>
      <p className={styles.brand}>
        <span className={styles.mark} aria-hidden />
        Assay
      </p>
      <WorkspaceSwitcher />
      <nav className={styles.groups} aria-label="Pages">
        {groups.map(({ name: group, pages, more }) => (
          <div key={group} className={styles.group}>
            <p className={styles.groupName} id={`pages-${group}`}>
              {group}
            </p>
            <ul aria-labelledby={`pages-${group}`}>
              {pages.map(({ page, name, Icon }) => (
                <li key={page}>
                  <NavLink className={styles.link ?? ''} to={href(page)}>
                    <Icon />
                    {name}
                  </NavLink>
                </li>
              ))}
              {more}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.account}>
        <ThemeSwitch />
        <div className={styles.session}>
          <NavLink className={styles.user ?? ''} to={href('account')} title={user?.email}>
            <span className={hidden.hidden}>Account: </span>
            {user?.email}
          </NavLink>
          <Button variant="quiet" isDisabled={signOut.isPending} onPress={() => signOut.mutate()}>
            Sign out
          </Button>
        </div>
        {signOut.error !== null && (
          <div className={styles.failure}>
            <p>You are still signed in.</p>
            <ErrorNotice error={signOut.error} />
          </div>
        )}
      </div>
    </div>
  );
}

const themes: { id: Theme; name: string }[] = [
  { id: 'system', name: 'Auto' },
  { id: 'light', name: 'Light' },
  { id: 'dark', name: 'Dark' },
];

/** Switches between the light, dark and system themes. */
function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <Segmented
      label="Theme"
      value={theme}
      options={themes}
      onChange={(chosen) => {
        chooseTheme(chosen);
        setTheme(chosen);
      }}
    />
  );
}

/** Switches to the overview of another workspace; disabled if there is only one. */
function WorkspaceSwitcher() {
  const { id, name } = useWorkspace();
  const workspaces = useIdentity().data?.workspaces ?? [];
  const navigate = useNavigate();
  return (
    <Select
      label="Workspace"
      isLabelHidden
      value={id}
      isDisabled={workspaces.length < 2}
      options={workspaces.length === 0 ? [{ id, name }] : workspaces}
      onChange={(chosen) => navigate(`/w/${chosen}/overview`)}
    />
  );
}
