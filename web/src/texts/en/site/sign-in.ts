/** Sign-in by emailed link or code, on the login page and over a page whose session has ended. */
export const signInTexts = {
  ask: {
    label: 'Email, phone number or customer reference',
    hint: "We'll send a link and a code to the email address we have on file.",
    missing: 'Enter your email, phone number or customer reference.',
    submit: 'Send me a sign-in link',
  },
  code: {
    label: (digits: number) => `${digits}-digit code from the email`,
    incomplete: (digits: number) => `The code has ${digits} digits.`,
    submit: 'Sign in',
  },
  checkMail: 'Check your email',
  mailSent: (typed: string) =>
    `If we have “${typed}” on file, an email with a link and a code is on its way. Open the link ` +
    'in this browser or enter the code. Both work for 10 minutes.',
  nothingCame: "Didn't get it? Try again",
  again: {
    title: 'Please sign in again',
    why:
      'You were signed out, maybe because you were away for a while. Sign in to pick up where you ' +
      'left off. Nothing on this page is lost.',
  },
  login: {
    title: 'Sign in',
    text: (company: string) => `See and pay what you owe ${company}. No password needed.`,
    someCompany: 'the company',
    deadLink: 'That link was already used or has expired. Request a new one here.',
  },
  enter: {
    title: (company: string) => `Continue to ${company}`,
    somePortal: 'the portal',
    otherBrowser:
      'You opened the link in a different browser. Enter the code from the same email to ' +
      'continue.',
    busy: 'Signing you in',
  },
};
