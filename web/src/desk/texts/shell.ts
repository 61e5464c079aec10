const COUNTED_MAX = 1000;

/** The frame around every page of the console. */
export const shellTexts = {
  skip: 'Skip to content',
  navigation: 'Console',
  settingsNavigation: 'Settings',
  menu: 'Menu',
  roles: { viewer: 'Viewer', clerk: 'Clerk', owner: 'Owner' },
  signOut: 'Sign out',
  appearance: 'Appearance',
  schemes: { system: 'Device', light: 'Light', dark: 'Dark' },
  demo: 'Demo company.',
  demoText: 'You can view everything, but changes are not allowed.',
  offline: "You're offline. This page may be out of date, and changes need a connection.",
  titleOf: (page: string, company: string) => `${page} · ${company}`,
  waitingCount: (count: number) => (count >= COUNTED_MAX ? `${COUNTED_MAX}+` : String(count)),
  waiting: ' waiting',
  shortPages: { attention: 'Attention' },
  pages: {
    overview: 'Overview',
    attention: 'Needs attention',
    invoices: 'Invoices',
    customers: 'Customers',
    payments: 'Payments',
    plans: 'Plans',
    projects: 'Projects',
    import: 'Import',
    settings: 'Settings',
  },
};

/** Search from every page. */
export const searchTexts = {
  open: 'Search',
  title: 'Search',
  label: 'Customers, invoices and payments',
  hint: 'Name, email, number, amount, or the last four digits of a card or account.',
  none: 'Nothing found.',
  customer: 'Customer',
  invoice: (ref: string) => `Invoice ${ref}`,
  due: (balance: string) => `${balance} due`,
  payment: (amount: string) => `Payment of ${amount}`,
  page: 'Page',
  action: 'Action',
  newInvoice: 'New invoice',
};
