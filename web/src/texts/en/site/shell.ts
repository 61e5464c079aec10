/** Around every page: header, menu, footer, and the window's title. */
import type { ReactNode } from 'react';

export const shellTexts = {
  menu: 'Menu',
  portal: 'Portal',
  pages: 'Pages',
  demo: {
    title: 'This is a demo.',
    text: 'Look at everything you like: nothing is charged, and changes are turned off.',
  },
  tradingAs: (legalName: string, dba: string) => `${legalName}, doing business as ${dba}`,
  signOut: 'Sign out',
  signOutFailed: 'You are not signed out yet. Please check your connection and try again.',
  appearance: 'Appearance',
  schemes: { system: 'As on this device', light: 'Light', dark: 'Dark' },
  navigation: {
    projects: 'Projects',
    contracts: 'Contracts',
    invoices: 'Invoices',
    payments: 'Payments',
    profile: 'Profile',
  },
  privacyNotice: (policy: (words: string) => ReactNode) => [
    'Your account information is private and stored securely. Our ',
    policy('privacy policy'),
    ' says how.',
  ],
  questions: (company: ReactNode) => ['Questions? Contact ', company, '.'],
  titles: {
    home: 'Customer Payment Portal',
    resolve: "Let's resolve your invoice!",
    faq: 'FAQ',
    privacyPolicy: 'Privacy Policy',
    termsOfService: 'Terms of Service',
    invoice: 'Resolve the invoice',
    portalOf: (company: string) => `${company} customer portal`,
  },
};
