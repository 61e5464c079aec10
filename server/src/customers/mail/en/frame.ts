import type { FrameTexts } from '../template.ts';

export const frameTexts: FrameTexts = {
  greeting: (firstName) => (firstName === null ? 'Hello,' : `Hello ${firstName},`),
  code: (code) => `Your code: ${code}`,
  sentBy: (company) => `Sent by ${company}.`,
  tradingAs: (owner, dba) => `${owner}, doing business as ${dba}`,
  questions: (contact) => `Questions? Contact ${contact}.`,
  agreement: ({ date, version, isEnded }) =>
    `Your authorization of ${date} (text version ${version})${isEnded ? ', which has ended' : ''}:`,
  qrAlt: 'QR code to pay this invoice',
  copy: (customer) => `This is a copy of an email to ${customer}.`,
  isPrivate: 'Account information is private and securely stored.',
  noReplies: 'Replies to this email are not read.',
  unsubscribe: 'Turn off these emails',
  required: "You can't turn this email off because it's about your account or a payment.",
  test: {
    subject: (subject) => `Test: ${subject}`,
    text: 'This is a test with sample data. It was sent to you only.',
  },
  example: { firstName: 'Alex', customerName: 'Alex Morgan', productName: 'Service visit' },
};
