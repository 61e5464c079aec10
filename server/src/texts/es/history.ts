/** The words of a history as a file, in Spanish. */
import type { Translated } from '@quittance/domain/texts/translated';
import type { HISTORY_WORDS as words } from '../en/history.ts';

export const HISTORY_WORDS = {
  title: 'Historial',
  subtitle: 'Acuerdos y pagos',
  customer: 'Cliente',
  customerRef: 'Referencia de cliente',
  issued: 'Emitido',
  entries: 'Entradas',
  lastEntry: 'Última entrada',
  invoice: (reference) => `Factura ${reference}`,
  amount: (amount) => `Monto ${amount}`,
  withFee: (amount, fee) => `Monto ${amount} más un cargo por procesamiento de ${fee}`,
  limit: (amount) => `Como máximo ${amount}`,
  on: (day) => `Para el ${day}`,
  from: (day) => `Válido desde el ${day}`,
  version: (version) => `Versión del texto ${version}`,
  offSession: 'Cobrado automáticamente, según lo acordado',
  exactText: 'Texto exacto',
  hash: 'Hash',
  empty: 'Todavía no se acordó ni se pagó nada.',
  verify: 'Cómo verificar este historial',
  howTo:
    'Cada entrada tiene un hash de su contenido y del hash anterior. Quien cambie, quite o reordene una entrada cambia ' +
    'todos los hashes posteriores. Conserve este documento: descargue el archivo de datos de su historial en cualquier ' +
    'momento y verifique que todavía contiene la última entrada indicada arriba. El script verify-history.mjs lo hace sin ' +
    'ningún otro programa.',
  page: (number, count) => `Página ${number} de ${count}`,
} satisfies Translated<typeof words>;
