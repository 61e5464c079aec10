/**
 * Every email that the portal sends to payers (R28), in each language (R50). A new language needs a folder and a
 * line below.
 */
import type { Language } from '@quittance/contract/language';
import { mails as en } from './en/mails.ts';
import { mails as es } from './es/mails.ts';
import type { Mails } from './template.ts';

export const MAILS: Readonly<Record<Language, Mails>> = { en, es };
