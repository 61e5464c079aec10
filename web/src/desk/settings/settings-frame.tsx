// The frame of a settings page, with links to the other pages that the role includes.

import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { useCan } from '../api/session-context.ts';
import { SETTINGS_PAGES, type SettingsPage, usePaths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { failureTexts } from '../texts/failures.ts';
import { settingsTexts } from '../texts/settings.ts';
import { shellTexts } from '../texts/shell.ts';
import styles from './settings-frame.module.css';

const css = bindClasses(styles);

/** The other pages affect what payers pay, or give programs access. */
const FOR_EVERYONE: readonly SettingsPage[] = ['accounting', 'team', 'account'];

type SettingsFrameProps = { page: SettingsPage; text?: string; children: ReactNode };

export function SettingsFrame({ page, text, children }: SettingsFrameProps) {
  const can = useCan();
  const isAllowed = can('manage') || FOR_EVERYONE.includes(page);
  return (
    <div className={css('frame')}>
      <SettingsNav />
      <Page title={settingsTexts.pages[page]} text={text}>
        {isAllowed ? (
          children
        ) : (
          <EmptyState
            icon="lock"
            title={failureTexts.notAllowed}
            text={failureTexts.notAllowedText}
          />
        )}
      </Page>
    </div>
  );
}

function SettingsNav() {
  const can = useCan();
  const { settings } = usePaths();
  const { pathname } = useLocation();
  const pages = can('manage') ? SETTINGS_PAGES : FOR_EVERYONE;
  return (
    <nav aria-label={shellTexts.settingsNavigation} className={css('nav')}>
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
