/** Everything in English that the server writes besides mail. */
import type { ServerTexts } from '../server-texts.ts';
import { documentTexts as documents } from './documents.ts';
import { HISTORY_WORDS as history } from './history.ts';
import { RECEIPTS_WORDS as receipts } from './receipts.ts';
import { STATEMENT_WORDS as statement } from './statement.ts';
import { unsubscribeTexts as unsubscribe } from './unsubscribe.ts';

export const serverTexts: ServerTexts = {
  documents,
  history,
  receipts,
  statement,
  unsubscribe,
};
