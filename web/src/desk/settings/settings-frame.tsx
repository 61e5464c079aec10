// The frame of a settings page, with links to the other pages that the role includes.

import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { useCan } from '../api/session-context.ts';
import { SETTINGS_PAGES, type SettingsPage, usePaths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { useCurrentInView } from '../shell/use-current-in-view.ts';
import { settingsTexts } from '../texts/settings.ts';
import { shellTexts } from '../texts/shell.ts';
import styles from './settings-frame.module.css';

const css = bindClasses(styles);

/** The other pages affect what payers pay, or give programs access. */
const FOR_EVERYONE: readonly SettingsPage[] = ['accounting', 'team', 'account'];

type SettingsFrameProps = {
  page: SettingsPage;
  text?: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
};

export function SettingsFrame({ page, text, actions, children }: SettingsFrameProps) {
  return (
    <div className={css('frame')}>
      <SettingsNav />
      <Page title={settingsTexts.pages[page]} text={text} actions={actions}>
        <RoleGate scope={FOR_EVERYONE.includes(page) ? 'read' : 'manage'}>{children}</RoleGate>
      </Page>
    </div>
  );
}

function SettingsNav() {
  const can = useCan();
  const { settings } = usePaths();
  const { pathname } = useLocation();
  const strip = useCurrentInView();
  const pages = can('manage') ? SETTINGS_PAGES : FOR_EVERYONE;
  return (
    <nav ref={strip} aria-label={shellTexts.settingsNavigation} className={css('nav')}>
      <ul className={css('pages')}>
        {pages.map((page) => (
          <li key={page}>
            <Link
              to={settings(page)}
              className={css('link')}
              aria-current={pathname === settings(page) ? 'page' : undefined}
            >
              {settingsTexts.pages[page]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
