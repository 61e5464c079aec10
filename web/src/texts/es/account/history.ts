/** What was agreed and done. */
const purposes: Readonly<Record<string, string>> = {
  FULL_AMOUNT: 'un pago',
  OWN_AMOUNT: 'un pago de un importe propio',
  INVOICES: 'un pago de varias facturas',
  PARTIAL: 'un pago parcial',
  ESTIMATE: 'el pago de un presupuesto',
  EXTENSION: 'un pago programado',
  PLAN: 'un plan de pagos',
  CHANGE_PM: 'otro método de pago',
  ADD_PM: 'un método de pago guardado',
  AUTO_PAY: 'pagos automáticos',
};
const purposeOf = (purpose: string) => purposes[purpose] ?? 'un pago';

const changes: Readonly<Record<string, string>> = {
  'payment.scheduled': 'Pago programado',
  'payment.unscheduled': 'Pago programado cancelado',
  'schedule.moved_by_company': 'Pago programado aplazado',
  'plan.canceled': 'Plan de pagos cancelado',
  'arrangement.ended': 'Plan o pago programado terminado',
  'method.added': 'Método de pago guardado',
  'method.changed': 'Método de pago cambiado',
  'method.removed': 'Método de pago eliminado',
  'auto_pay.on': 'Pagos automáticos activados',
  'auto_pay.off': 'Pagos automáticos desactivados',
};

const by = { PAYER: 'por usted', COMPANY: 'por la empresa', SYSTEM: 'automáticamente' } as const;

export const historyTexts = {
  title: 'Acuerdos e historial',
  intro:
    'Lo que usted aceptó, palabra por palabra, y lo que siguió. Cada entrada está encadenada a la anterior, de modo que un cambio posterior se notaría.',
  agreed: (purpose) => `Usted aceptó ${purposeOf(purpose)}`,
  ended: (purpose) => `Terminó su autorización para ${purposeOf(purpose)}`,
  waived: 'Importe condonado',
  payments: {
    SUBMITTED: 'Débito bancario enviado',
    SUCCEEDED: 'Pago realizado',
    FAILED: 'Pago no realizado',
    RETURNED: 'Pago devuelto por el banco',
  },
  refund: 'Reembolso',
  disputes: {
    OPEN: 'Disputa abierta',
    WON: 'Disputa cerrada, el pago se mantiene',
    LOST: 'Disputa cerrada, el dinero fue devuelto',
  },
  changed: (action, actor) => `${changes[action] ?? action}, ${by[actor]}`,
  invoice: 'Factura',
  method: 'Método de pago',
  amount: 'Importe',
  fee: 'Cargo por procesamiento',
  limit: 'Como máximo',
  validFrom: 'Válido desde',
  on: 'Día',
  version: 'Versión del texto',
  offSession: 'Cobrado sin su intervención, según lo acordado',
  exactText: 'texto exacto',
  entry: (position, hash) => `Entrada ${position} · ${hash}`,
  pdf: 'Historial en PDF',
  data: 'Archivo de datos para verificar',
  lastEntry: (head) => `Última entrada: ${head}`,
  howTo:
    'Guarde el PDF: nombra la última entrada. Con el archivo de datos y el script verify-history.mjs de este software, cualquiera puede comprobar que ningún texto se cambió y que ninguna entrada se quitó ni se movió.',
  pager: 'entradas',
  failed: 'No pudimos cargar su historial',
  none: 'Todavía no se ha acordado ni pagado nada',
  noneHint: 'Sus autorizaciones y pagos aparecen aquí en un minuto.',
} satisfies typeof import('../../en/account/history.ts').historyTexts;
