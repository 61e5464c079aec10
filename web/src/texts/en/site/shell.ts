/** Texts around every page: header, menu, footer, and the window's title. */
import { pageTitles } from '@quittance/contract/texts/en/titles';
import type { ReactNode } from 'react';

export const shellTexts = {
  menu: 'Menu',
  portal: 'Portal',
  pages: 'Pages',
  testMode: {
    title: 'Test mode.',
    text: 'Payments on this page move no real money.',
  },
  demo: {
    title: 'This is a demo.',
    text: "Explore freely. You won't be charged, and changes are turned off.",
  },
  tradingAs: (legalName: string, dba: string) => `${legalName}, doing business as ${dba}`,
  signOut: 'Sign out',
  signOutFailed: "You're still signed in. Check your connection and try again.",
  appearance: 'Appearance',
  schemes: { system: 'Match device', light: 'Light', dark: 'Dark' },
  language: 'Language',
  navigation: {
    projects: 'Projects',
    contracts: 'Contracts',
    invoices: 'Invoices',
    payments: 'Payments',
    statement: 'Statement',
    profile: 'Profile',
  },
  privacyNotice: (policy: (words: string) => ReactNode) => [
    'Your account information is private and stored securely. Read our ',
    policy('privacy policy'),
    '.',
  ],
  questions: (company: ReactNode) => ['Questions? Contact ', company, '.'],
  titles: pageTitles,
};
