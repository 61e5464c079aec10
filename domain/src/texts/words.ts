/**
 * The words of each language that browser and server share. For the server, which writes all languages; a page has those of
 * its own language only. Another language is its folder, and its line below.
 */
import type { Language } from '@quittance/contract/language';
import { words as en } from './en/words.ts';
import { words as es } from './es/words.ts';
import type { Words } from './shared-words.ts';

export const WORDS: Readonly<Record<Language, Words>> = { en, es };
