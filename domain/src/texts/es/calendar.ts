/** Texts of the calendar feed: the charge and its invoice. They must not contain names or payment methods. */
import type { CalendarTexts } from '../en/calendar.ts';

export const calendarTexts = {
  name: (company) => `Pagos a ${company}`,
  summary: (company, amount) => `Pago a ${company}: ${amount}`,
  description: (invoice) =>
    `Pago automático de la factura ${invoice}. Cámbielo o cancélelo en su portal de cliente.`,
} satisfies CalendarTexts;
