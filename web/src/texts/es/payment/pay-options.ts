/** The payment options in the PAY popup and on the invoice page. */
import { pickPlural } from '@quittance/contract/plural';

export const payOptionsTexts = {
  title: 'Opciones de pago',
  others: 'Otras opciones de pago',
  titles: {
    PAY_IN_FULL: 'Pagar ahora',
    PAYMENT_PLAN: 'Crear un plan de pagos',
    PAYMENT_EXTENSION: '¿No puede pagar hoy?',
  },
  planOf: (count) => `${count} pagos, el primero hoy`,
  planFromTo: (least, most) => `De ${least} a ${most} pagos, el primero hoy`,
  dayWithin: (days) =>
    pickPlural('es', days, {
      one: 'Elija una fecha dentro del próximo día',
      other: `Elija una fecha dentro de los próximos ${days} días`,
    }),
} satisfies typeof import('../../en/payment/pay-options.ts').payOptionsTexts;
