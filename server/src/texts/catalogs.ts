/**
 * Texts that the server writes in each language (R50), except emails. A new language needs a folder and a line
 * below.
 */
import { DEFAULT_LANGUAGE, type Language } from '@quittance/contract/language';
import type { Words } from '@quittance/domain/texts/shared-words';
import { WORDS } from '@quittance/domain/texts/words';
import { serverTexts as en, type ServerTexts } from './en/server-texts.ts';
import { serverTexts as es } from './es/server-texts.ts';

export const SERVER_TEXTS: Readonly<Record<Language, ServerTexts>> = { en, es };

export type DocumentWords = Words & ServerTexts & { language: Language };

/** Defaults to English for a customer who has not chosen a language. */
export function documentWordsFor({ language }: { language: Language | null }): DocumentWords {
  const chosen = language ?? DEFAULT_LANGUAGE;
  return { ...WORDS[chosen], ...SERVER_TEXTS[chosen], language: chosen };
}
