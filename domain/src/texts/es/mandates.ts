/** The sentences with which a payer authorizes charges (product §9.10, R27). */
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { MandateTexts } from '../en/mandates.ts';

const charging: Record<ChargeKind, string> = {
  card: 'hacer un cobro a mi tarjeta',
  ach: 'hacer un débito a mi cuenta bancaria',
};
const agreedPlan = 'cualquier plan de pagos o pago programado que yo haya aceptado';

export const mandateTexts = {
  start: (company, kind, last4) =>
    `Autorizo a ${company} a ${charging[kind]}${last4 === null ? '' : ` terminada en ${last4}`}`,
  once: (amount, date) => `por ${amount} el ${date}.`,
  withFee: (total, amount, fee) =>
    `${total} (${amount} más una comisión por procesamiento de ${fee})`,
  payment: (cost, date) => `${cost} el ${date}`,
  plan: {
    first: (cost, date) => `por un primer pago de ${cost} el ${date}`,
    total: (amount, count) => `y por un total de ${amount} en ${count} pagos.`,
    later: (payments) => `Los pagos posteriores son: ${payments}.`,
  },
  left: {
    none: 'por los pagos de mi plan o por mi pago programado.',
    some: (payments, total) =>
      `por lo que falta de mi plan o de mi pago programado: ${payments}. ` +
      `El total es ${total}. Un pago cuya fecha ya pasó se puede cobrar de inmediato.`,
  },
  future: {
    card: `por pagos futuros, incluidos los de ${agreedPlan}.`,
    ach: `por pagos futuros, por los montos y en las fechas de ${agreedPlan}.`,
  },
  everyInvoice:
    'por el monto pendiente de cada una de mis facturas, más su comisión por procesamiento si la hay, ' +
    'en la fecha de vencimiento o después.',
  notice: {
    card: (company) =>
      `${company} me avisará del monto y de la fecha antes de cada pago, con 3 días de anticipación cuando la fecha de vencimiento lo permita.`,
    ach: (company) =>
      `${company} me avisará del monto y de la fecha antes de cada pago, con al menos 10 días de anticipación.`,
  },
  saving: {
    card: (company) =>
      `También permito que ${company} guarde esta tarjeta y le haga cobros por pagos futuros según sus condiciones.`,
    ach: (company) =>
      `También permito que ${company} guarde esta cuenta bancaria para los pagos futuros que yo acepte.`,
  },
  removable: 'Puedo quitarla en cualquier momento en mi portal de cliente.',
  cardConditions: (company) => [
    `A estos pagos se aplican las condiciones de ${company}.`,
    'Un pago rechazado se puede intentar de nuevo hasta tres veces en los días siguientes.',
  ],
  bankConditions: (company) => [
    'Confirmo que puedo autorizar débitos de esta cuenta.',
    'Un débito devuelto por falta de fondos se puede presentar de nuevo hasta dos veces por el mismo monto.',
    `${company} puede corregir un débito incorrecto con un crédito a la cuenta.`,
  ],
  revoke: {
    start: 'Antes de que se envíe un pago, puedo revocar esta autorización',
    contacting: (company, contact) =>
      `comunicándome directamente con ${company}${contact ? ` (${contact})` : ''}`,
    daysBefore: 'al menos tres días hábiles antes del débito',
    by: {
      schedule: 'cancelando el pago programado',
      plan: 'cancelando el plan de pagos',
      method: 'quitando el método de pago',
      autoPay: 'desactivando el pago automático',
    },
    inPortalOr: (contacting) => `en mi portal de cliente, o ${contacting}`,
    planThen: '; el saldo restante vence entonces de inmediato',
  },
} satisfies MandateTexts;
