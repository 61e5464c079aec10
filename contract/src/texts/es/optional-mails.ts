/** Names of the emails that can be turned off (R64), for the profile and the unsubscribe page. */
import type { CopiedMail, OptionalMail } from '../../vocabulary.ts';

export const optionalMailNames = {
  INVOICES: 'Facturas nuevas',
  REMINDERS: 'Recordatorios de facturas sin pagar',
  RECEIPTS: 'Recibos de los pagos que hace',
  AUTOMATIC_RECEIPTS: 'Recibos de pagos automáticos',
  ANSWERS: 'Respuestas a sus preguntas',
  EXPIRING_CARDS: 'Tarjetas guardadas que vencen pronto',
} satisfies Record<OptionalMail, string>;

export const copiedMailNames: Readonly<Record<CopiedMail, string>> = {
  INVOICES: 'Copias de facturas',
  REMINDERS: 'Copias de recordatorios',
  RECEIPTS: 'Copias de recibos',
};
