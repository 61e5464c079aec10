/** What the server writes besides mail, in each language (R50). Another language is its folder, and its line below. */
import { DEFAULT_LANGUAGE, type Language } from '@quittance/contract/language';
import type { Words } from '@quittance/domain/texts/shared-words';
import { WORDS } from '@quittance/domain/texts/words';
import { serverTexts as en, type ServerTexts } from './en/server-texts.ts';
import { serverTexts as es } from './es/server-texts.ts';

export const SERVER_TEXTS: Readonly<Record<Language, ServerTexts>> = { en, es };

export type DocumentWords = Words & ServerTexts & { language: Language };

/** In English for a customer who has chosen no language. */
export function documentWordsFor({ language }: { language: Language | null }): DocumentWords {
  const chosen = language ?? DEFAULT_LANGUAGE;
  return { ...WORDS[chosen], ...SERVER_TEXTS[chosen], language: chosen };
}
