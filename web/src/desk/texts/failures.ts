/** Texts for failed calls. Problem documents of the server contain their own sentence. */
export const failureTexts = {
  unexpected: 'Something went wrong on our side. Please try again in a moment.',
  network: 'We could not reach the server. Check your connection and try again.',
  unknown:
    'We did not get a response, so this may already be done. You can safely try again: it will not be done twice.',
  demo: 'This is a demo company. You can view everything but change nothing.',
  changed: 'Someone changed this after you opened the page. Reload the page and try again.',
  notLoaded: 'This could not be loaded',
  partsNotLoaded: 'The next rows could not be loaded.',
  tryAgain: 'Try again',
  notFound: 'Page not found',
  notFoundText: 'It may have been moved, or the address may be mistyped.',
  notAllowed: 'Your role does not include this page',
  forOwners: 'Only owners can open it.',
  forClerks: 'Only owners and clerks can open it.',
  yourRole: (role: string) =>
    `Your role is ${role}. If you need this page, ask an owner of your company to change your role.`,
  checkFields: 'Please check the highlighted fields.',
};
