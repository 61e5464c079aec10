/** Texts shared by the forms of the console. */
export const formTexts = {
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Saved.',
  reason: 'Reason',
  reasonHint: 'Stored in the audit log.',
  reasonMissing: 'Enter a reason for the audit log.',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'It could not be copied. Select it and copy it manually.',
  done: 'Done',
  unsaved: 'Leave without saving?',
  unsavedText: 'Your changes on this page have not been saved.',
  stay: 'Keep editing',
  leave: 'Discard changes',
  missing: (label: string) => `${label} is required.`,
};
