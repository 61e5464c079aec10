/** What the server writes for payers besides mail, as the catalogs have it. */
import type { Translated } from '@quittance/domain/texts/translated';
import type { DocumentTexts } from './en/documents.ts';
import type { HISTORY_WORDS } from './en/history.ts';
import type { RECEIPTS_WORDS } from './en/receipts.ts';
import type { STATEMENT_WORDS } from './en/statement.ts';
import type { UnsubscribeTexts } from './en/unsubscribe.ts';

export type ServerTexts = {
  documents: DocumentTexts;
  history: Translated<typeof HISTORY_WORDS>;
  receipts: typeof RECEIPTS_WORDS;
  statement: Translated<typeof STATEMENT_WORDS>;
  unsubscribe: UnsubscribeTexts;
};
