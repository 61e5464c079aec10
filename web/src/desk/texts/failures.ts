/** Texts for failed calls. Problem documents of the server contain their own sentence. */
export const failureTexts = {
  unexpected: 'Something went wrong on our side. Please try again in a moment.',
  network: 'We could not reach the server. Check your connection and try again.',
  unknown:
    'The answer did not arrive, so this may be done already. Try again: it is not done twice.',
  demo: 'This is a demo company. You can see everything and change nothing.',
  notLoaded: 'This did not load',
  partsNotLoaded: 'The next rows did not load.',
  tryAgain: 'Try again',
  notFound: 'There is no such page',
  notFoundText: 'It may have been moved, or the address is mistyped.',
  notAllowed: 'Your role does not include this page',
  notAllowedText: 'Ask an owner of your company to change your role.',
  checkFields: 'Please check the marked fields.',
};
