/** The history of agreements and actions. */
export const historyTexts = {
  title: 'Acuerdos e historial',
  intro:
    'Lo que usted aceptó, palabra por palabra, y lo que siguió. Cada entrada está encadenada a la anterior, de modo que un cambio posterior se notaría.',
  invoice: 'Factura',
  method: 'Método de pago',
  amount: 'Monto',
  fee: 'Comisión por procesamiento',
  limit: 'Como máximo',
  validFrom: 'Válido desde',
  on: 'Día',
  version: 'Versión del texto',
  offSession: 'Cobrado automáticamente, según lo acordado',
  exactText: 'texto exacto',
  /** Follows 'View' and 'Hide'. */
  proof: 'datos de verificación',
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
