/** Texts in the documents themselves, shown before any script runs. */
export const documentTexts = {
  public: {
    title: 'Customer Payment Portal',
    description:
      'See and pay the invoices that companies send you: what is due, by when, and every payment made so far.',
  },
  portal: {
    title: 'Resolve the invoice',
    description: 'See what you owe, pay it, and keep the receipts.',
  },
  noScript: 'This page needs JavaScript to show and pay your invoice.',
};
