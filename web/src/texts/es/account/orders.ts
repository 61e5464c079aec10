/** The orders of a project, and partial requests. */
import { pickPlural } from '@quittance/contract/plural';

export const ordersTexts = {
  title: 'Pedidos',
  none: 'Seleccione lo que quiere pagar',
  chosen: (count) => `${count} ${pickPlural('es', count, { one: 'pedido', other: 'pedidos' })}`,
  submit: 'Continuar',
  ofLeft: (left) => ['de ', left, ' por pagar'],
  amountFor: (order) => `Monto para ${order}`,
  noAmount: 'Escriba un monto, como 25.00',
  atMost: (amount) => `Escriba ${amount} o menos`,
  columns: { order: 'Pedido', amount: 'A pagar', paid: 'Pagado', remove: 'Quitar' },
  remove: (order) => `Quitar ${order}`,
} satisfies typeof import('../../en/account/orders.ts').ordersTexts;
