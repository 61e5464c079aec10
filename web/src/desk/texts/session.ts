/** Sign-in, the second factor, and the choice of the company. */
export const companyTexts = {
  title: 'Staff console',
  heading: 'Which company do you work for?',
  hint: 'The last part of your portal address. For pay.example.com/harbor, enter harbor.',
  label: 'Company',
  submit: 'Continue',
  missing: 'Enter the name of your company.',
};

export const signInTexts = {
  title: 'Sign in',
  heading: 'Sign in to the console',
  text: (company: string) => `For ${company} staff. We will email you a link and a code.`,
  email: 'Work email',
  emailMissing: 'Enter your email address.',
  submit: 'Email me a sign-in link',
  sent: 'Check your email',
  sentText: (email: string) =>
    `If ${email} belongs to a member of this team, an email with a link and a code is on its way. Open the link in this browser, or enter the code here.`,
  codeLabel: 'Code from the email',
  codeHint: '6 digits. Both the link and the code work for 10 minutes.',
  codeIncomplete: 'Enter all 6 digits.',
  codeSubmit: 'Sign in',
  otherBrowser: 'This link was requested in another browser. Enter the code from the same email.',
  again: 'Send another email',
  otherEmail: 'Use another address',
  dead: 'This link no longer works',
  deadText: 'Links work once and for 10 minutes. Request a new one.',
  busy: 'Signing you in',
  otherCompany: 'Another company',
};

export const secondFactorTexts = {
  title: 'Confirm with your passkey',
  text: 'Actions that move money or change the company need your passkey. It is valid for 12 hours in this browser.',
  confirm: 'Use passkey',
  cancel: 'Cancel',
  add: 'Add a passkey',
  firstTitle: 'Add a passkey first',
  firstText:
    'Actions that move money or change the company need a passkey: your fingerprint, face, screen lock or a security key. Adding one takes a few seconds, and then the action continues.',
  firstName: 'This device',
  notSupported:
    'This browser does not support passkeys. Use a current version of Chrome, Edge, Firefox or Safari.',
  known: 'This device already has one of your passkeys.',
  stopped: 'The passkey was not confirmed, and nothing was changed. Please try again.',
};

export const guardTexts = {
  loading: 'Opening the console',
  notOpened: 'The console could not be opened',
};
