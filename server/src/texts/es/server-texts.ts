/** Everything in Spanish that the server writes besides mail. */
import type { ServerTexts } from '../server-texts.ts';
import { documentTexts as documents } from './documents.ts';
import { HISTORY_WORDS as history, historyTitle } from './history.ts';
import { RECEIPTS_WORDS as receipts } from './receipts.ts';
import { STATEMENT_WORDS as statement, KIND_WORDS as statementKinds } from './statement.ts';
import { unsubscribeTexts as unsubscribe } from './unsubscribe.ts';

export const serverTexts: ServerTexts = {
  documents,
  history,
  historyTitle,
  receipts,
  statement,
  statementKinds,
  unsubscribe,
};
