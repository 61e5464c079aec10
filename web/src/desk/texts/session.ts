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
  providerText: (company: string) => `For ${company} staff.`,
  provider: (label: string) => `Continue with ${label}`,
  ownerByEmail: 'Sign in by email (owners only)',
  tryAgain: 'Try again',
  email: 'Work email',
  emailMissing: 'Enter your email address.',
  submit: 'Email me a sign-in link',
  sent: 'Check your email',
  sentText: (email: string) =>
    `If ${email} belongs to a member of this team, an email with a link and a code is on its way. Open the link in this browser, or enter the code here.`,
  invited: (company: string) => `Join the staff of ${company}`,
  invitedText: 'Enter the code from your invitation. You can use it for 7 days after it was sent.',
  invitedHint: '6 digits, from the same email as the link.',
  invitedDead: 'Invitations work once, for 7 days. Ask an owner of your company for a new one.',
  invitedDeadTitle: 'This invitation no longer works',
  ended: 'Your session has ended',
  endedText: 'Sign in again to continue. Everything on this page is kept.',
  leave: 'Leave this page',
  codeLabel: 'Code from the email',
  codeHint: '6 digits. Both the link and the code work for 10 minutes.',
  codeIncomplete: 'Enter all 6 digits.',
  codeSubmit: 'Sign in',
  otherBrowser: 'This link was requested in another browser. Enter the code from the same email.',
  again: 'Send another email',
  otherEmail: 'Use another address',
  dead: 'This link no longer works',
  deadText: 'Links work once, for 10 minutes. Request a new one.',
  notSignedIn: 'You are not signed in yet',
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
  obstacles: {
    browser:
      'This browser does not support passkeys. Use a current version of Chrome, Edge, Firefox or Safari.',
    address:
      'Passkeys need a domain name, and this page was opened at a numeric address. Open it at a name, for example localhost instead of 127.0.0.1.',
    insecure:
      'Passkeys need a secure connection, and this page was opened over http. Open it over https, or at localhost on the same computer.',
  },
  known: 'This device already has one of your passkeys.',
  stopped: 'The passkey was not confirmed, and nothing was changed. Please try again.',
};

export const guardTexts = {
  loading: 'Opening the console',
  notOpened: 'The console could not be opened',
};

/** The first company of an installation. */
export const setupTexts = {
  title: 'Create your company',
  text: 'This takes a minute. You can change everything later, except the address and the processor.',
  name: 'Company name',
  nameHint: 'The name payers see.',
  domain: 'Address',
  domainHint: (path: string) => `The last part of your portal’s address: ${path}`,
  processor: 'Payment processor',
  ownerName: 'Your name',
  ownerEmail: 'Your work email',
  ownerHint: 'You sign in with it, and invite the rest of your team later.',
  missing: 'This is required.',
  submit: 'Create company',
  dead: 'This link no longer works. It works for 7 days and for one company. Restart the server for a new link, or sign in.',
};
