/**
 * The languages of the portal, its emails and its documents (R50). To add a language, add a line here; the compiler
 * then reports the missing folders and lists (ARCHITECTURE.md, Texts).
 */
import { z } from 'zod';
import { COOKIES } from './cookies.ts';

/** Native names, so that speakers recognize their language. */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]; // because keys() forgets the union

export const DEFAULT_LANGUAGE: Language = 'en';

export const languageSchema = z.enum(LANGUAGES);

export const LANGUAGE_PARAMETER = 'lang';
export const LANGUAGE_COOKIE = COOKIES.language;

/** 'es', 'es-MX' and 'ES' are Spanish. Returns null for an unsupported language. */
export function toLanguage(tag: string | null | undefined): Language | null {
  const [primary = ''] = (tag ?? '').trim().toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? null;
}

/** '*' accepts any language, so it selects the default. */
function acceptedLanguage(range: string): Language | null {
  return range.trim() === '*' ? DEFAULT_LANGUAGE : toLanguage(range);
}

/** Returns Spanish for 'en;q=0.5, es-MX'. */
export function preferredLanguage(acceptLanguage: string | undefined): Language | null {
  const ranges = (acceptLanguage ?? '').split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';');
    const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const quality = weight === undefined ? 1 : Number(weight.trim().slice(2));
    return { language: acceptedLanguage(range), quality: Number.isNaN(quality) ? 0 : quality };
  });
  const [best] = ranges
    .filter(({ language, quality }) => language !== null && quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return best?.language ?? null;
}

export type LanguageSources = {
  /** The value of `?lang=`. */
  address: string | null | undefined;
  signedIn: string | null | undefined;
  remembered: string | null | undefined;
  linked: string | null | undefined;
  acceptLanguage: string | undefined;
};

/**
 * The URL takes precedence, then the customer's setting, then the browser (R50). On a public link, the visitor may
 * not be the customer, so the browser's choice takes precedence over the customer's setting.
 */
export function chooseLanguage(sources: LanguageSources): Language {
  const { address, signedIn, remembered, linked, acceptLanguage } = sources;
  return (
    toLanguage(address) ??
    toLanguage(signedIn) ??
    toLanguage(remembered) ??
    toLanguage(linked) ??
    preferredLanguage(acceptLanguage) ??
    DEFAULT_LANGUAGE
  );
}
