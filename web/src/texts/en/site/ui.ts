/** Texts of the components in `ui/`. All other texts are props. */
import { pickPlural } from '@quittance/contract/plural';
import type { ReactNode } from 'react';

export const uiTexts = {
  close: 'Close',
  somethingWentWrong: 'Something went wrong.',
  tryAgain: 'Try again',
  loading: 'Loading ...',
  partNotShown: "We couldn't show this section.",
  pageNotLoaded: "The page didn't load.",
  checkConnection: 'Check your connection and try again.',
  view: (section: string) => `View ${section}`,
  hide: (section: string) => `Hide ${section}`,
  optional: '(optional)',
  isRequired: (label: string) => `${label} is required`,
  isNotValid: (label: string) => `${label} is not valid`,
  or: ' or ',
  card: 'Card',
  bankAccount: 'Bank account',
  endingIn: (name: string, last4: string) => `${name} ending in ${last4}`,
  expires: (month: string) => `Expires ${month}`,
  expired: (month: string) => `Expired ${month}`,
  ofTotal: (total: ReactNode) => ['of ', total],
  offline: "You're offline. What you entered is kept until you're back online.",
  pagesOf: (list: string) => `Pages of ${list}`,
  page: (page: number) => `Page ${page}`,
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  firstPage: 'First page',
  previous: 'Previous',
  next: 'Next',
  carousel: 'carousel',
  clearSearch: 'Clear search',
  matches: (count: number) =>
    `${count} ${pickPlural('en', count, { one: 'match', other: 'matches' })}`,
  notifications: 'Notifications',
  step: { done: 'Done: ', current: 'Now: ', upcoming: 'Next: ', failed: 'Failed: ' },
};
