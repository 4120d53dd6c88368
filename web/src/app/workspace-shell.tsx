import { Suspense, useEffect, useRef, useState } from 'react';
import {
  Link,
  type Location,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useParams,
} from 'react-router';
import { useIdentity } from '../api/session';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { MenuIcon } from '../ui/icons';
import { Loading } from '../ui/loading';
import { ConversationSelectionProvider } from '../workspace/conversation-selection';
import { WorkspaceProvider } from '../workspace/workspace';
import { ArrivalBar } from './arrival-bar';
import { rememberWorkspace } from './last-workspace';
import { SampleBar } from './sample-bar';
import { Sidebar } from './sidebar';
import styles from './workspace-shell.module.css';

/**
 * The router gives the first page of every document the key "default" and would restore the scroll position
 * of the previous document.
 */
const documentKey = String(Math.random());
const scrollKeyOf = ({ key }: Location): string => (key === 'default' ? documentKey : key);

/** The layout of every page of a workspace: skip link, navigation, page. */
export function WorkspaceShell() {
  const { workspaceId } = useParams();
  const membership = useIdentity().data?.workspaces.find(({ id }) => id === workspaceId);
  const { pathname } = useLocation();
  const isLeaving = useNavigation().state === 'loading';
  const [isMenuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (workspaceId !== undefined) rememberWorkspace(workspaceId);
  }, [workspaceId]);

  // On a new page, move the focus to its start and close the menu of narrow windows.
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    setMenuOpen(false);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  if (membership === undefined) {
    return (
      <EmptyState title="Workspace not found" isPage>
        <p>It does not exist, or you are not a member.</p>
        <Link to="/">Go to the home page</Link>
      </EmptyState>
    );
  }
  return (
    <WorkspaceProvider membership={membership} key={membership.id}>
      <ConversationSelectionProvider>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <div className={styles.shell}>
          <header className={styles.side}>
            <div className={styles.bar}>
              <Button
                variant="quiet"
                aria-label="Menu"
                aria-expanded={isMenuOpen}
                onPress={() => setMenuOpen(!isMenuOpen)}
              >
                <MenuIcon />
              </Button>
              <span className={styles.brand}>Assay</span>
              <span className={styles.where}>{membership.name}</span>
            </div>
            <Sidebar isOpen={isMenuOpen} />
          </header>
          <main id="main" ref={main} tabIndex={-1} className={styles.main} aria-busy={isLeaving}>
            <ArrivalBar />
            <SampleBar />
            <Suspense fallback={<Loading label="Loading page" rows={18} />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
        <ScrollRestoration getKey={scrollKeyOf} />
      </ConversationSelectionProvider>
    </WorkspaceProvider>
  );
}
