/** The words of account statements as files, in Spanish. */
import type { Translated } from '@quittance/domain/texts/translated';
import type { KIND_WORDS as kinds, STATEMENT_WORDS as words } from '../en/statement.ts';

export const KIND_WORDS = {
  INVOICE: 'Factura',
  REBILLED: 'Monto de la factura modificado',
  REOPENED: 'Monto reembolsado que se debe de nuevo',
  PAYMENT: 'Pago',
  FEE: 'Cargo por procesamiento',
  WAIVER: 'Condonado',
  OVERPAYMENT: 'Pago en exceso',
  RETURN: 'Pago devuelto',
  FEE_RETURN: 'Cargo por procesamiento devuelto',
  WAIVER_WITHDRAWN: 'Condonación retirada',
  OVERPAYMENT_RETURN: 'Pago en exceso devuelto por el banco',
  REFUND: 'Reembolso, el monto ya no se debe',
  FEE_REFUND: 'Cargo por procesamiento reembolsado',
  OVERPAYMENT_REFUND: 'Pago en exceso reembolsado',
  REVIEW: 'Dinero enviado dos veces, en revisión',
  DISPUTE_OPENED: 'Disputa abierta',
  DISPUTE_CLOSED: 'Disputa cerrada',
} satisfies Translated<typeof kinds>;

export const STATEMENT_WORDS = {
  title: 'Estado de cuenta',
  period: (from, to) => `${from} – ${to}`,
  headline: (day) => `Saldo al ${day}`,
  customer: 'Cliente',
  customerRef: 'Referencia de cliente',
  issued: 'Emitido',
  opening: 'Saldo inicial',
  charges: 'Cargos',
  credits: 'Pagos y créditos',
  closing: 'Saldo final',
  date: 'Fecha',
  text: 'Descripción',
  charge: 'Cargos',
  credit: 'Pagos',
  balance: 'Saldo',
  type: 'Tipo',
  reference: 'Referencia',
  details: 'Detalles',
  held: (amount) => `${amount} retenidos`,
  empty: 'No hubo cargos ni pagos en este período.',
  page: (number, count) => `Página ${number} de ${count}`,
} satisfies Translated<typeof words>;
