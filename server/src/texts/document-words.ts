/** The words of documents in each language (R50). */
import { DEFAULT_LANGUAGE, type Language } from '@quittance/contract/language';
import { WORDS, type Words } from '@quittance/domain/texts/words';
import { type DocumentTexts, documentTexts as en } from './en/documents.ts';
import { documentTexts as es } from './es/documents.ts';

export type DocumentWords = Words & { language: Language; documents: DocumentTexts };

const DOCUMENTS: Readonly<Record<Language, DocumentTexts>> = { en, es };

/** In English for a customer who has chosen no language. */
export function documentWordsFor({ language }: { language: Language | null }): DocumentWords {
  const chosen = language ?? DEFAULT_LANGUAGE;
  return { ...WORDS[chosen], language: chosen, documents: DOCUMENTS[chosen] };
}
