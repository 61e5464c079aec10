/** The account statement, and the tabs that it shares with the history. */
export const recordTexts = {
  tabs: 'Registros de la cuenta',
  statement: 'Estado de cuenta',
  history: 'Acuerdos e historial',
} satisfies typeof import('../../en/account/statement.ts').recordTexts;

export const statementTexts = {
  title: 'Estado de cuenta',
  intro: 'Todo lo facturado, pagado y devuelto, con el saldo después de cada línea.',
  period: 'Período',
  lastYear: 'Últimos 12 meses',
  otherDates: 'Otras fechas',
  from: 'Desde',
  to: 'Hasta',
  show: 'Mostrar',
  wrongOrder: 'Elija un primer día que no sea posterior al último',
  summary: 'Resumen',
  opening: (day) => `Saldo inicial al ${day}`,
  charges: 'Cargos',
  credits: 'Pagos y créditos',
  closing: (day) => `Saldo final al ${day}`,
  credit: 'Un saldo negativo es dinero a su favor.',
  statementPdf: 'Estado de cuenta en PDF',
  statementCsv: 'Estado de cuenta en CSV',
  receipts: 'Todos los recibos de este período',
  lines: 'Líneas del estado de cuenta',
  columns: {
    date: 'Fecha',
    what: 'Descripción',
    charge: 'Cargos',
    credit: 'Pagos',
    balance: 'Saldo',
  },
  /** Shown instead of an amount of zero. */
  nothing: '–',
  held: (amount) => `${amount} retenidos`,
  pager: 'líneas del estado de cuenta',
  failed: 'No pudimos cargar su estado de cuenta',
  none: 'No hubo cargos ni pagos en este período',
  noneHint: 'Elija otras fechas para ver cargos y pagos anteriores.',
} satisfies typeof import('../../en/account/statement.ts').statementTexts;
