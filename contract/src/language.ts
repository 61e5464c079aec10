/**
 * The languages of the portal, its mails and its documents (R50). Another language is a line here; the compiler then names
 * the folders and lists that lack it (ARCHITECTURE.md, Texts).
 */
import { z } from 'zod';

/** Each by its own name, as a person who speaks it looks for it. */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]; // because keys() forgets the union

export const DEFAULT_LANGUAGE: Language = 'en';

export const languageSchema = z.enum(LANGUAGES);

/** In the address of a page. */
export const LANGUAGE_PARAMETER = 'lang';
/** What a browser remembers of a choice. */
export const LANGUAGE_COOKIE = 'Language';

/** 'es', 'es-MX' and 'ES' are Spanish; null for a language that we do not have. */
export function toLanguage(tag: string | null | undefined): Language | null {
  const [primary = ''] = (tag ?? '').trim().toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? null;
}

/** '*' says that any language will do, so it is the default. */
function acceptedLanguage(range: string): Language | null {
  return range.trim() === '*' ? DEFAULT_LANGUAGE : toLanguage(range);
}

/** Of 'en;q=0.5, es-MX' the one that is preferred most: Spanish. */
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
  /** The setting of the customer who is signed in. */
  signedIn: string | null | undefined;
  /** The last choice in this browser. */
  remembered: string | null | undefined;
  /** The setting of the customer whose link is open. */
  linked: string | null | undefined;
  acceptLanguage: string | undefined;
};

/**
 * The address, then the customer's setting, then the browser (R50). A link does not tell who opened it, so what was
 * chosen in this browser comes before the setting of the link's customer.
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
