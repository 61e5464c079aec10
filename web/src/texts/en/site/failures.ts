/** Failures without an error code. Errors with a code have their own text. */
export const failureTexts = {
  connectionLost: 'No connection. Check your network and try again.',
  nothingArrived:
    'The connection was lost before your payment reached us. You have not been charged.',
  stillSaving:
    'Saving is taking longer than usual. The payment method will appear in your profile once it ' +
    'is saved.',
  notShown: 'Page not loaded',
  crashed: "We couldn't show this page. Reloading it usually helps.",
  loadAgain: 'Reload',
};
