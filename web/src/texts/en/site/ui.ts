/** Texts of the components in ui/; all other texts are props. */
import type { ReactNode } from 'react';

export const uiTexts = {
  close: 'Close',
  somethingWentWrong: 'Something went wrong.',
  tryAgain: 'Try again',
  loading: 'Loading ...',
  view: (section: string) => `View ${section}`,
  hide: (section: string) => `Hide ${section}`,
  optional: '(optional)',
  isRequired: (label: string) => `${label} is required`,
  isNotValid: (label: string) => `${label} is not valid`,
  card: 'Card',
  bankAccount: 'Bank account',
  endingIn: (name: string, last4: string) => `${name} ending in ${last4}`,
  ofTotal: (total: ReactNode) => ['of ', total],
  offline: 'You are offline. What you entered stays here until the connection is back.',
  pagesOf: (list: string) => `Pages of ${list}`,
  page: (page: number) => `Page ${page}`,
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  firstPage: 'First page',
  previous: 'Previous',
  next: 'Next',
  carousel: 'carousel',
  clearSearch: 'Clear search',
  notifications: 'Notifications',
  step: { done: 'Done: ', current: 'Now: ', upcoming: 'Next: ', failed: 'Failed: ' },
};
