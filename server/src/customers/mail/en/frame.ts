import type { FrameTexts } from '../template.ts';

export const frameTexts: FrameTexts = {
  greeting: (firstName) => (firstName === null ? 'Hello,' : `Hello ${firstName},`),
  code: (code) => `Your code: ${code}`,
  sentBy: (company) => `Sent by ${company}.`,
  tradingAs: (owner, dba) => `${owner}, doing business as ${dba}`,
  questions: (contact) => `Questions? ${contact}.`,
  copy: (customer) => `This is a copy of an email to ${customer}.`,
  isPrivate: 'Account information is private and securely stored.',
  unsubscribe: 'Turn off these emails',
  required: 'This email is always sent, because it is about your account or a payment.',
  test: {
    subject: (subject) => `Test: ${subject}`,
    text: 'This is a test with sample data. It was sent to you only.',
  },
  example: { firstName: 'Alex', customerName: 'Alex Morgan', productName: 'Service visit' },
};
