/** The words of the unsubscribe page in each language (R50). */
import type { Language } from '@quittance/contract/language';
import { unsubscribeTexts as en, type UnsubscribeTexts } from './en/unsubscribe.ts';
import { unsubscribeTexts as es } from './es/unsubscribe.ts';

export const UNSUBSCRIBE_WORDS: Readonly<Record<Language, UnsubscribeTexts>> = { en, es };
