/** The history of agreements and actions. */
export const historyTexts = {
  title: 'Acuerdos e historial',
  intro:
    'Lo que usted aceptó, palabra por palabra, y lo que pasó después. Cada entrada está vinculada a la anterior, así que cualquier cambio posterior se notaría.',
  invoice: 'Factura',
  method: 'Método de pago',
  amount: 'Monto',
  fee: 'Comisión por procesamiento',
  limit: 'Monto máximo',
  validFrom: 'Válido desde',
  on: 'Día',
  version: 'Versión de los términos',
  offSession: 'Cobrado automáticamente, según lo acordado',
  exactText: 'texto exacto',
  /** Follows 'View' and 'Hide'. */
  proof: 'datos de verificación',
  entry: (position, hash) => `Entrada ${position} · ${hash}`,
  pdf: 'Descargar historial (PDF)',
  data: 'Descargar archivo de datos',
  lastEntry: (head) => `Última entrada: ${head}`,
  howTo:
    'Guarde el PDF. En él figura la última entrada. Con el archivo de datos y el script verify-history.mjs de este software, cualquiera puede comprobar que no se cambió ningún texto y que no se eliminó ni se movió ninguna entrada.',
  pager: 'entradas',
  failed: 'No pudimos cargar su historial',
  none: 'Todavía no hay acuerdos ni pagos',
  noneHint: 'Sus acuerdos y pagos aparecerán aquí en menos de un minuto.',
} satisfies typeof import('../../en/account/history.ts').historyTexts;
