/** Short texts of a payment: button, fee, method and dates. */
import { pickPlural } from '@quittance/contract/plural';
import type { CheckoutTexts } from '../en/checkout.ts';

export const checkoutTexts = {
  methods: {
    card: 'Tarjeta',
    CARD: 'Tarjeta',
    ach: 'Cuenta bancaria',
    ACH: 'Cuenta bancaria',
    CASH: 'Efectivo',
    CHECK: 'Cheque',
    WIRE: 'Transferencia bancaria',
    MONEY_ORDER: 'Giro postal',
    OTHER: 'Otro pago',
    NEGOTIATION: 'Descuento acordado',
    CREDIT_NOTE: 'Nota de crédito',
    CREDIT: 'Saldo a favor',
    WRITE_OFF: 'Saldo cancelado',
    UNCOLLECTIBLE: 'Cancelado como incobrable',
  },
  button: {
    full: (amount) => `Confirmar y pagar ${amount}`,
    extension: (amount) => `Confirmar el pago programado de ${amount}`,
    plan: (amount) => `Hacer el primer pago de ${amount}`,
    other: 'Confirmar el pago',
  },
  fee: (percentage, fixed) => `Comisión por procesamiento (${percentage}% + ${fixed})`,
  withinDays: (days) =>
    pickPlural('es', days, {
      one: 'La fecha del pago debe estar dentro del próximo día',
      other: `La fecha del pago debe estar dentro de los próximos ${days} días`,
    }),
} satisfies CheckoutTexts;
