/**
 * Texts that the server writes in each language (R50), except emails. A new language needs a folder and a line
 * below.
 */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@quittance/contract/language';
import { invariant } from '@quittance/domain/invariant';
import type { Words } from '@quittance/domain/texts/shared-words';
import { WORDS } from '@quittance/domain/texts/words';
import { type DocumentTexts, serverTexts as en, type ServerTexts } from './en/server-texts.ts';
import { serverTexts as es } from './es/server-texts.ts';

export const SERVER_TEXTS: Readonly<Record<Language, ServerTexts>> = { en, es };

/**
 * Texts of documents by a key, because their functions cannot be sent to the process that draws. A credit note is drawn
 * as an invoice with other words.
 */
const DOCUMENT_TEXTS: readonly (readonly [key: string, texts: DocumentTexts])[] = LANGUAGES.flatMap(
  (language) => {
    const { documents } = SERVER_TEXTS[language];
    const invoice = { ...documents.invoice, ...documents.creditNote };
    return [
      [language, documents],
      [`${language} credit note`, { ...documents, invoice }],
    ] as const;
  },
);

function requireTexts(found: (typeof DOCUMENT_TEXTS)[number] | undefined) {
  invariant(found, 'a document has texts of the catalogs');
  return found;
}

export const documentTexts = (key: string): DocumentTexts =>
  requireTexts(DOCUMENT_TEXTS.find(([each]) => each === key))[1];

export const keyOfTexts = (texts: DocumentTexts): string =>
  requireTexts(DOCUMENT_TEXTS.find(([, each]) => each === texts))[0];

export type DocumentWords = Words & ServerTexts & { language: Language };

/** Defaults to English for a customer who has not chosen a language. */
export function documentWordsFor({ language }: { language: Language | null }): DocumentWords {
  const chosen = language ?? DEFAULT_LANGUAGE;
  return { ...WORDS[chosen], ...SERVER_TEXTS[chosen], language: chosen };
}
