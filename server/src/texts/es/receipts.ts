/** The words of a file with all receipts of a period, in Spanish. */
import type { RECEIPTS_WORDS as words } from '../en/receipts.ts';

export const RECEIPTS_WORDS = {
  title: (from, to) => `Recibos, ${from} – ${to}`,
  empty: (from, to) => `No se hicieron pagos del ${from} al ${to}.`,
} satisfies typeof words;
