/** Failures without an error code. Errors with a code have their own text. */
export const failureTexts = {
  connectionLost: 'No connection. Please check your network and try again.',
  nothingArrived:
    'The connection was lost before your payment reached us. You have not been charged.',
  stillSaving:
    'Saving takes longer than usual. The payment method appears in your profile as soon as it is ' +
    'known.',
  notShown: 'Page not shown',
  crashed: 'The page could not be shown. Loading it again usually helps.',
  loadAgain: 'Load again',
};
