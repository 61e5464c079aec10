/** The texts of the calendar feed: the charge and its invoice. They contain no names and no payment method. */
export const calendarTexts = {
  name: (company: string) => `Payments to ${company}`,
  summary: (company: string, amount: string) => `Payment to ${company}: ${amount}`,
  description: (invoice: string) =>
    `Automatic payment for invoice ${invoice}. Change or cancel it in your customer portal.`,
};

export type CalendarTexts = typeof calendarTexts;
