/** The secure fields (product §5): labels, which are also the names inside the frames, and 3-D Secure. */
export const fieldTexts = {
  labels: {
    cardHolder: 'Card holder name',
    cardNumber: 'Card number',
    expiry: 'Expiry date',
    cvc: 'CVC',
    routingNumber: 'Routing number',
    accountNumber: 'Account number',
    firstName: 'First name',
    lastName: 'Last name',
    element: 'Payment details',
  },
  expiryFormat: 'MM / YY',
  unexpected: 'An unexpected error occurred.',
  challenge: { title: '3-D Secure', frame: '3-D Secure challenge', cancel: 'Cancel' },
};
