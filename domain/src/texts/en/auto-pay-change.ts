/**
 * Texts about a changed auto-pay charge, which needs no new mandate. They are shown before the change and sent by
 * email.
 */
export const autoPayChangeTexts = {
  due: (date: string) => `The invoice is due on ${date}`,
  excluded: (invoice: string, due: string) =>
    `Auto-pay will not pay invoice ${invoice}. ${due}. I will pay it myself.`,
  moved: (charge: { amount: string; invoice: string; method: string; date: string }) =>
    `Auto-pay will charge ${charge.amount} for invoice ${charge.invoice} to ${charge.method} on ${charge.date}.`,
  stillDue: (due: string) => ` ${due}; this does not change.`,
};

export type AutoPayChangeTexts = typeof autoPayChangeTexts;
