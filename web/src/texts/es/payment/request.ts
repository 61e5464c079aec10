/** Partial requests and estimates: page and pay card. */
import { pickPlural } from '@quittance/contract/plural';

export const requestTexts = {
  noSuchPayment: 'No encontramos el pago',
  failed: 'No pudimos cargar este pago',
  orders: 'Pedidos en este pago',
  inAll: (count, total) =>
    `${count} ${pickPlural('es', count, { one: 'pedido', other: 'pedidos' })}, ${total} en total`,
  payment: 'Pago',
  payNow: 'Pagar ahora',
  amountPaid: 'Pagado',
  amountDue: 'Monto a pagar',
  withFee: {
    card: (fee) => `Tarjeta con ${fee} de comisión`,
    ach: (fee) => `Cuenta bancaria con ${fee} de comisión`,
  },
  someCompany: 'la empresa',
  paid: 'Pagado. ¡Gracias!',
  processing: 'Su pago se está procesando. Esta página mostrará el resultado.',
  closed: {
    title: 'Este pago ya no es válido',
    text: 'El monto que debe ha cambiado. Inicie un pago nuevo.',
  },
  facts: { from: 'De', paidWith: 'Pagado con', fee: 'Comisión por procesamiento', date: 'Fecha' },
} satisfies typeof import('../../en/payment/request.ts').requestTexts;
