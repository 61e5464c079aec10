/** Texts shared by the forms of the console. */
export const formTexts = {
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Saved.',
  reason: 'Reason',
  reasonHint: 'Kept in the audit trail.',
  reasonMissing: 'Say why, for the audit trail.',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'It could not be copied. Select and copy it yourself.',
  done: 'Done',
  missing: (label: string) => `${label} is required.`,
};
