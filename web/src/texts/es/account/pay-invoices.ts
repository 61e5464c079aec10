/** Selection and joint payment of several invoices. */
import { pickPlural } from '@quittance/contract/plural';

const facturas = (count: number) =>
  `${count} ${pickPlural('es', count, { one: 'factura', other: 'facturas' })}`;

export const payInvoicesTexts = {
  everything: 'Pagar todo lo que debe',
  several: 'Seleccione facturas para pagarlas juntas',
  select: (invoice) => `Seleccionar ${invoice}`,
  bar: 'Facturas seleccionadas',
  selected: (count) =>
    `${facturas(count)} ${pickPlural('es', count, { one: 'seleccionada', other: 'seleccionadas' })}`,
  paySelected: 'Pagar la selección',
  clear: 'Borrar selección',
  title: 'Pagar varias facturas',
  text: 'Las paga todas con un solo cobro. Antes de continuar, puede dejar fuera una factura o cambiar un monto.',
  textInFull:
    'Las paga todas con un solo cobro. Deje fuera las facturas que quiera pagar más adelante.',
  list: 'Facturas que puede pagar juntas',
  all: 'Seleccionar todas',
  allNone: 'Quitar selección',
  due: (date) => `Vence el ${date}`,
  overdue: (date) => `Vencida desde el ${date}`,
  ofOwed: (owed) => `de ${owed}`,
  amountFor: (invoice) => `Monto para ${invoice}`,
  atLeast: (amount) => `Escriba ${amount} o más`,
  atMost: (amount) => `Escriba ${amount} o menos`,
  more: 'Estas son las 500 facturas más urgentes. Después puede pagar las demás.',
  none: 'Nada que pagar',
  noneText: 'No tiene facturas por pagar en este momento.',
  failed: 'No pudimos cargar sus facturas',
  nothingChosen: 'Seleccione lo que quiere pagar',
  chosen: facturas,
  submit: 'Continuar',
  changed: 'Un monto ha cambiado. Revise su selección.',
  nowOwed: (invoice, owed) => `Ahora se deben ${owed} de ${invoice}.`,
  noLongerPayable: (invoice) => `${invoice} ya no se puede pagar aquí.`,
  outdated: {
    title: 'Estos montos han cambiado',
    text: 'Una de estas facturas se pagó o cambió desde que abrió esta página. No se le ha cobrado nada. Revise lo que falta por pagar.',
    action: 'Revisar la selección',
  },
  backToInvoices: 'Todas las facturas',
  change: 'Cambiar la selección',
  split: 'Cómo se reparte el pago',
  columns: { invoice: 'Factura', amount: 'Monto', paid: 'Pagado' },
  feeByCard: (fee) => `comisión de ${fee} con tarjeta`,
  feeByBank: (fee) => `comisión de ${fee} con cuenta bancaria`,
  feeShare: (fee) => `más ${fee} de la comisión`,
  explained:
    'La comisión por procesamiento se calcula una vez, sobre el total. Cada factura lleva su parte.',
  noSuchPayment: 'Pago no encontrado',
  together: (count, total) => `${facturas(count)} pagadas juntas, ${total} en total`,
} satisfies typeof import('../../en/account/pay-invoices.ts').payInvoicesTexts;
