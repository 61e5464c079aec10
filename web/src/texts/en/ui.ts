/** What the building blocks say by themselves; everything else they are given. */
export const uiTexts = {
  close: 'Close',
  somethingWentWrong: 'Something went wrong.',
  tryAgain: 'Try again',
  view: (section: string) => `View ${section}`,
  hide: (section: string) => `Hide ${section}`,
  optional: '(optional)',
  card: 'Card',
  bankAccount: 'Bank account',
  endingIn: (name: string, last4: string) => `${name} ending in ${last4}`,
  offline: 'You are offline. What you entered stays here until the connection is back.',
  pagesOf: (list: string) => `Pages of ${list}`,
  previous: 'Previous',
  next: 'Next',
  clearSearch: 'Clear search',
  notifications: 'Notifications',
  step: { done: 'Done: ', current: 'Now: ', upcoming: 'Next: ', failed: 'Failed: ' },
};
