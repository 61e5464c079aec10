import type { FrameTexts } from '../template.ts';

export const frameTexts: FrameTexts = {
  greeting: (firstName) => (firstName === null ? 'Hello,' : `Hello ${firstName},`),
  code: (code) => `Your code: ${code}`,
  sentBy: (company) => `Sent by ${company}.`,
  questions: (contact) => `Questions? ${contact}.`,
  copy: (customer) => `This is a copy of an email to ${customer}.`,
  isPrivate: 'Account information is private and securely stored.',
  unsubscribe: 'Turn off these emails',
  example: { firstName: 'Alex', customerName: 'Alex Morgan', productName: 'Service visit' },
};
