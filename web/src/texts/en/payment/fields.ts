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
    businessName: 'Business name',
    idType: 'ID type',
    idValue: 'ID number',
    driverLicenseState: "Driver's license state",
    element: 'Payment details',
  },
  accountHolder: 'Account holder',
  accountHolders: { PERSONAL: 'Personal', BUSINESS: 'Business' },
  accountKind: 'Account type',
  accountKinds: { CHECKING: 'Checking', SAVINGS: 'Savings' },
  payerId: {
    driverLicense: "Your driver's license is required for a bank payment. We don't store it.",
    taxId: "Your SSN or tax ID is required for a bank payment. We don't store it.",
  },
  expiryFormat: 'MM / YY',
  unexpected: 'An unexpected error occurred.',
  challenge: { title: '3-D Secure', frame: '3-D Secure challenge', cancel: 'Cancel' },
};
