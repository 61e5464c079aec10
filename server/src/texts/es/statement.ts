/** The words of account statements as files, in Spanish. */
import type { Translated } from '@quittance/domain/texts/translated';
import type { STATEMENT_WORDS as words } from '../en/statement.ts';

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
