/** Lists of invoices and payments. */
import { pickPlural } from '@quittance/contract/plural';

export const invoiceListTexts = {
  invoices: 'Facturas',
  columns: {
    invoice: 'Factura',
    due: 'Vencimiento',
    status: 'Estado',
    balance: 'Saldo',
    step: 'Siguiente paso',
  },
  offer: (saves) => `Oferta de pago reducido: usted ahorra ${saves}`,
  dueToday: 'hoy',
  dueIn: (days) => `en ${days} ${pickPlural('es', days, { one: 'día', other: 'días' })}`,
  step: { pay: 'Pagar', view: 'Ver', receipt: 'Recibo' },
  stepNamed: (step, invoice) => `${step} ${invoice}`,
  purposes: {
    FULL_AMOUNT: 'Pago',
    PLAN: 'Plan de pagos',
    EXTENSION: 'Pago programado',
    PARTIAL: 'Pago parcial',
    ESTIMATE: 'Presupuesto',
    OWN_AMOUNT: 'Pago parcial',
    INVOICES: 'Varias facturas',
  },
  paymentColumns: {
    date: 'Fecha',
    invoice: 'Factura',
    method: 'Método',
    status: 'Estado',
    amount: 'Monto',
    receipt: 'Recibo',
  },
} satisfies typeof import('../../en/account/invoice-lists.ts').invoiceListTexts;
