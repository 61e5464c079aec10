/** Plural forms by the rules of a language. */
import type { Language } from './language.ts';

/** A language has some of the six forms; `other` always. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const rules = new Map<Language, Intl.PluralRules>();

/** Made when first needed, because it loads tables (decision 0035). */
function rulesOf(language: Language): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}

/** `pluralOf('en', 2, { one: 'day', other: 'days' })` is 'days'. */
export function pluralOf(language: Language, count: number, forms: PluralForms): string {
  return forms[rulesOf(language).select(count)] ?? forms.other;
}
