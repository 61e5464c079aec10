/** The texts of the calendar feed: the charge and its invoice. They contain no names and no payment method. */
import type { CalendarTexts } from '../en/calendar.ts';

export const calendarTexts = {
  name: (company) => `Pagos a ${company}`,
  summary: (company, amount) => `Pago a ${company}: ${amount}`,
  description: (invoice) =>
    `Pago automático de la factura ${invoice}. Cámbielo o cancélelo en su portal de cliente.`,
} satisfies CalendarTexts;
