/** Texts of the calendar feed: the charge and its invoice. They must not contain names or payment methods. */
export const calendarTexts = {
  name: (company: string) => `Payments to ${company}`,
  summary: (company: string, amount: string) => `Payment to ${company}: ${amount}`,
  description: (invoice: string) =>
    `Automatic payment for invoice ${invoice}. Change or cancel it in your customer portal.`,
};

export type CalendarTexts = typeof calendarTexts;
