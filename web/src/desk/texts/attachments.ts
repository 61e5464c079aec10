/** The attachments of an invoice. */
export const attachmentsTexts = {
  title: 'Attachments',
  text: 'Payers who can see the invoice can download them.',
  none: 'No attachments.',
  add: 'Add a file',
  hint: 'PDF, PNG, JPEG or WebP, up to 10 MB each. Up to ten files.',
  full: 'This invoice has ten attachments. Remove one to add another.',
  tooLarge: 'The file is larger than 10 MB.',
  added: 'File attached.',
  remove: (name: string) => `Remove ${name}`,
  removeTitle: 'Remove this attachment?',
  removeText: (name: string) => `Payers can no longer download ${name}.`,
  confirm: 'Remove',
  removed: 'Attachment removed.',
};
