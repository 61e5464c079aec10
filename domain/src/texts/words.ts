/**
 * The texts that the browser and the server share, by language. The server loads all languages; a page loads only
 * its own. To add a language, create its folder and add a line below.
 */
import type { Language } from '@quittance/contract/language';
import { words as en } from './en/words.ts';
import { words as es } from './es/words.ts';
import type { Words } from './shared-words.ts';

export const WORDS: Readonly<Record<Language, Words>> = { en, es };
