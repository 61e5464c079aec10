/** Signing in by mailed link or code, on the login page and over a page whose session has ended. */
export const signInTexts = {
  ask: {
    label: 'E-mail, phone number or customer reference',
    hint: 'We send a link and a code to the e-mail address we have of you.',
    missing: 'Please tell us who you are.',
    submit: 'Send me a sign-in link',
  },
  code: {
    label: (digits: number) => `${digits}-digit code from the mail`,
    incomplete: (digits: number) => `The code has ${digits} digits.`,
    submit: 'Sign in',
  },
  checkMail: 'Check your mail',
  mailSent: (typed: string) =>
    `If we know “${typed}”, a mail with a link and a code is on its way. Open the link in this ` +
    'browser, or type the code. Both are good for 10 minutes.',
  nothingCame: 'Nothing came? Try again',
  again: {
    title: 'Please sign in again',
    why:
      'You were signed out, perhaps because nothing happened for a while. Sign in, and go on where ' +
      'you were: nothing on this page is lost.',
  },
  login: {
    title: 'Sign in',
    text: (company: string) => `See and pay what you owe ${company}. No password needed.`,
    someCompany: 'the company',
    deadLink: 'That link has been used or has run out. Ask for a fresh one here.',
  },
  enter: {
    title: (company: string) => `Continue to ${company}`,
    somePortal: 'the portal',
    otherBrowser:
      'You opened the link in another browser than the one you asked from. Please type the code ' +
      'that stands in the same mail.',
    busy: 'Signing you in',
  },
};
