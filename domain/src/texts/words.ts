/**
 * The texts of each language shared by the browser and the server. The server loads all languages; a page loads
 * only its own. A new language needs its own folder and a line below.
 */
import type { Language } from '@quittance/contract/language';
import { words as en } from './en/words.ts';
import { words as es } from './es/words.ts';
import type { Words } from './shared-words.ts';

export const WORDS: Readonly<Record<Language, Words>> = { en, es };
