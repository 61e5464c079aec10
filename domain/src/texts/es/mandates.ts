/** The sentences with which a payer authorizes charges (product §9.10, R27, R109). */
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { MandateTexts } from '../en/mandates.ts';

const charging: Record<ChargeKind, { one: string; many: string }> = {
  card: { one: 'un solo cobro', many: 'cobros' },
  ach: { one: 'un solo débito electrónico (ACH)', many: 'débitos electrónicos (ACH)' },
};
const charged: Record<ChargeKind, (last4: string | null) => string> = {
  card: (last4) =>
    last4 === null ? 'la tarjeta que ingreso aquí' : `mi tarjeta terminada en ${last4}`,
  ach: (last4) =>
    last4 === null
      ? 'la cuenta de cheques o de ahorros que ingreso aquí'
      : `mi cuenta de cheques o de ahorros terminada en ${last4}`,
};

const agreedPayments =
  'solo por pagos que yo confirme o programe, por planes de pagos que yo acepte o por el pago automático si lo activo';
const saved: Record<ChargeKind, string> = { card: 'tarjeta', ach: 'cuenta bancaria' };
const asker: Record<ChargeKind, string> = { card: 'al emisor de mi tarjeta', ach: 'a mi banco' };

export const mandateTexts = {
  tradingAs: (owner, name) => `${owner}, que opera como ${name},`,
  start: ({ signer, kind, last4, isOnce }) =>
    `Autorizo a ${signer} a hacer ${charging[kind][isOnce ? 'one' : 'many']} a ${charged[kind](last4)}`,
  once: (amount, date) => `por ${amount} el ${date}.`,
  withFee: (total, amount, fee) =>
    `${total} (${amount} más una comisión por procesamiento de ${fee})`,
  payment: (cost, date) => `${cost} el ${date}`,
  plan: (count, total, payments) => `por ${count} pagos que suman ${total}: ${payments}.`,
  left: {
    none: 'por los pagos de mi plan o de mi pago programado, por los montos y en las fechas que se muestran allí.',
    some: (count, total, payments) =>
      `por ${count === 1 ? 'el pago restante' : `los ${count} pagos restantes`} de mi plan o de mi pago programado, ` +
      `${total} en total: ${payments}. Un pago cuya fecha ya pasó se puede cobrar de inmediato.`,
  },
  future: `${agreedPayments}, cada uno por el monto, con la comisión por procesamiento y en la fecha que se me muestren en ese momento.`,
  everyInvoice: (company, rate) =>
    `por el saldo por pagar de cada factura que ${company} me emita, ` +
    `${rate === null ? 'actualmente sin comisión por procesamiento' : `más una comisión por procesamiento, actualmente de ${rate} por pago`}, ` +
    'en su fecha de vencimiento. Una factura vencida, o cuyo plazo de aviso no ha terminado, se cobra en la fecha posterior que indique el aviso.',
  notice: {
    fixed: (company, days) =>
      `${company} me avisará por correo del monto y de la fecha ${days} días antes de cada pago programado o, si queda menos tiempo, en cuanto se programe.`,
    everyInvoice: {
      card: (company, days) =>
        `${company} me avisará por correo del monto, con la comisión incluida, y de la fecha ${days} días antes de cada pago o, si queda menos tiempo, en cuanto se programe.`,
      ach: (company, days) =>
        `${company} me avisará por correo del monto, con la comisión incluida, y de la fecha al menos ${days} días antes de cada pago.`,
    },
  },
  saving: (company, kind) =>
    `También permito que ${company} guarde esta ${saved[kind]}. Se harán cobros ${agreedPayments}. ` +
    `Este permiso vale hasta que yo quite la ${saved[kind]} en mi portal de cliente, lo que puedo hacer en cualquier momento, ` +
    `y ${company} me avisará por correo antes de que cambien estas condiciones.`,
  cardRetries: {
    now: 'Un pago rechazado no se intenta de nuevo, a menos que yo lo confirme otra vez.',
    later: 'Un pago rechazado se puede intentar de nuevo hasta tres veces en los días siguientes.',
  },
  bankConditions: (company) => [
    'Soy titular de esta cuenta o tengo autorización para usarla.',
    'Un débito devuelto por falta de fondos se puede presentar de nuevo hasta dos veces por el mismo monto.',
    `${company} puede corregir un débito incorrecto con un crédito a la cuenta.`,
  ],
  lasts: {
    now: 'La autorización de este pago termina con él, y sus condiciones no cambian.',
    schedule: (company) =>
      `Esta autorización termina con este pago. ${company} me avisará por correo si cambia la fecha, y el monto solo aumenta si yo lo acepto.`,
    plan: (company) =>
      `Esta autorización termina con el último pago. ${company} me avisará por correo si cambia una fecha, y un monto solo aumenta si yo lo acepto.`,
    method: (company) =>
      `Esta autorización vale hasta que yo quite el método de pago. ${company} me avisará por correo antes de que cambien estas condiciones.`,
    autoPay: (company) =>
      `Esta autorización vale para todas las facturas futuras hasta que yo la revoque. ${company} me avisará por correo antes de que cambien estas condiciones.`,
  },
  revoke: {
    now: (company, kind) =>
      `Este pago se envía de inmediato. Para revocar esta autorización antes de que se envíe, debo comunicarme enseguida con ${company}; después, puedo acudir ${asker[kind]}.`,
    by: {
      schedule: 'cancelando el pago programado',
      plan: 'cancelando el plan de pagos',
      method: 'quitando el método de pago',
      autoPay: 'desactivando el pago automático',
    },
    inPortalOr: {
      card: (way, company) =>
        `Antes de que se envíe un pago, puedo revocar esta autorización ${way} en mi portal de cliente o comunicándome con ${company}.`,
      ach: (way, company) =>
        `Antes de que se envíe un pago, puedo revocar esta autorización ${way} en mi portal de cliente o, al menos tres días hábiles antes de la fecha del pago, comunicándome con ${company}.`,
    },
    planThen:
      'Si cancelo el plan, podré pagar de inmediato el saldo restante, que se debe pagar a más tardar en la fecha de vencimiento de la factura.',
  },
} satisfies MandateTexts;
