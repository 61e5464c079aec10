/** The language of the texts in this folder, which is the language of the page. */
import type { Language } from '@quittance/contract/language';

export const LANGUAGE: Language = 'es';
