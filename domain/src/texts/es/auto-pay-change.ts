/**
 * Texts about a changed auto-pay charge, which needs no new mandate. They are shown before the change and sent by
 * email.
 */
import type { AutoPayChangeTexts } from '../en/auto-pay-change.ts';

export const autoPayChangeTexts = {
  due: (date) => `La factura vence el ${date}`,
  excluded: (invoice, due) =>
    `El pago automático no pagará la factura ${invoice}. ${due}, y la pagaré por mi cuenta.`,
  moved: ({ amount, invoice, method, date }) =>
    `El pago automático cobrará ${amount} por la factura ${invoice} a ${method} el ${date}.`,
  stillDue: (due) => ` ${due}; esto no cambia.`,
} satisfies AutoPayChangeTexts;
