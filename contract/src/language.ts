/**
 * The languages of the portal, its emails and its documents (R50). A new language is a line here; the compiler then
 * reports the folders and lists that lack it (ARCHITECTURE.md, Texts).
 */
import { z } from 'zod';

/** Each language has its native name, so that its speakers find it. */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]; // because keys() forgets the union

export const DEFAULT_LANGUAGE: Language = 'en';

export const languageSchema = z.enum(LANGUAGES);

export const LANGUAGE_PARAMETER = 'lang';
export const LANGUAGE_COOKIE = 'Language';

/** 'es', 'es-MX' and 'ES' are Spanish. Returns null for an unsupported language. */
export function toLanguage(tag: string | null | undefined): Language | null {
  const [primary = ''] = (tag ?? '').trim().toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? null;
}

/** '*' accepts any language, so it selects the default. */
function acceptedLanguage(range: string): Language | null {
  return range.trim() === '*' ? DEFAULT_LANGUAGE : toLanguage(range);
}

/** Returns the most preferred language: Spanish for 'en;q=0.5, es-MX'. */
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
 * The order is the address, the customer's setting, then the browser (R50). A link does not identify its visitor,
 * so the choice in this browser takes precedence over the setting of the link's customer.
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
