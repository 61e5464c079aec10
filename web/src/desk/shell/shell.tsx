// The frame of every page: a sidebar on a wide screen or a bottom bar on a narrow one, with the company, the member
// and sign-out, and banners for a demo company and for a lost connection.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useIsOnline } from '../../shared/hooks/use-is-online.ts';
import { useMediaQuery } from '../../shared/hooks/use-media-query.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Logo } from '../../shared/theme/logo.tsx';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { OfflineBanner } from '../../shared/ui/feedback/offline-banner.tsx';
import { ToastContainer } from '../../shared/ui/feedback/toast-container.tsx';
import { useSession } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { shellTexts } from '../texts/shell.ts';
import { type AttentionCounts, AttentionCountsContext } from './attention-counts.ts';
import { DemoBanner } from './demo-banner.tsx';
import { DialogOnDemand } from './dialog-on-demand.tsx';
import { type NavItem, useNavItems } from './nav-items.ts';
import { NavList } from './nav-list.tsx';
import { PersonMenu } from './person-menu.tsx';
import styles from './shell.module.css';

const css = bindClasses(styles);

const NARROW_QUERY = '(max-width: 959.98px)';
const CONTENT_ID = 'content';
const BOTTOM_PAGES = ['overview', 'attention', 'invoices', 'payments'];

type ShellProps = { search: ReactNode; children: ReactNode };

export function Shell({ search, children }: ShellProps) {
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const items = useNavItems();
  const counts = useCounts();
  const waiting = counts.answer?.total ?? 0;
  const content = useFocusedContent();
  const isOnline = useIsOnline();
  const { isDemo } = useSession();
  return (
    <div className={css('frame')}>
      <a href={`#${CONTENT_ID}`} className={css('skip')}>
        {shellTexts.skip}
      </a>
      {/* One header at every width, so that turning a tablet does not close an open search. */}
      <header className={css(isNarrow ? 'top' : 'sidebar')}>
        <CompanyName />
        {search}
        {isNarrow ? (
          <Menu items={items} waiting={waiting} />
        ) : (
          <>
            <NavList label={shellTexts.navigation} items={items} waiting={waiting} look="side" />
            <div className={css('person')}>
              <PersonMenu />
            </div>
          </>
        )}
      </header>
      <div className={css('page')}>
        {isDemo && <DemoBanner />}
        <main id={CONTENT_ID} ref={content} tabIndex={-1} className={css('content')}>
          <AttentionCountsContext value={counts}>{children}</AttentionCountsContext>
        </main>
      </div>
      {isNarrow && (
        <div className={css('bottom')}>
          <NavList
            label={shellTexts.navigation}
            items={items.filter(({ name }) => BOTTOM_PAGES.includes(name))}
            waiting={waiting}
            look="bottom"
          />
        </div>
      )}
      <OfflineBanner isOffline={!isOnline} text={shellTexts.offline} />
      <ToastContainer flow="portal" />
    </div>
  );
}

/** Counted again on every page, because settling an item changes the number. */
function useCounts(): AttentionCounts {
  const { pathname } = useLocation();
  const counts = useRead('getAttentionCounts', {});
  const { again } = counts;
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current !== pathname) again();
    first.current = pathname;
  }, [pathname, again]);
  return counts;
}

/** Moves the focus to the top of a new page, so that a screen reader starts there too. */
function useFocusedContent() {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}

function CompanyName() {
  const { company } = useSession();
  return (
    <div className={css('company')}>
      <Logo name={company.name} logoUrl={company.logoUrl} size="small" />
      <span className={css('name')}>{company.name}</span>
    </div>
  );
}

function Menu({ items, waiting }: { items: readonly NavItem[]; waiting: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  const [shown, setShown] = useState(pathname);
  if (shown !== pathname) {
    setShown(pathname);
    setIsOpen(false);
  }
  return (
    <>
      <IconButton icon="menu" label={shellTexts.menu} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <DialogOnDemand
          isOpen
          placement="side"
          title={shellTexts.menu}
          onClose={() => setIsOpen(false)}
        >
          <div className={css('menu')}>
            <NavList label={shellTexts.navigation} items={items} waiting={waiting} look="side" />
            <PersonMenu />
          </div>
        </DialogOnDemand>
      )}
    </>
  );
}
