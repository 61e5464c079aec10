import type { Language } from './language.ts';

/** Languages use some of the six CLDR forms, and always `other`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const rules = new Map<Language, Intl.PluralRules>();

/** Created on first use because it loads tables (decision 0035). */
function toRules(language: Language): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}

export function pickPlural(language: Language, count: number, forms: PluralForms): string {
  return forms[toRules(language).select(count)] ?? forms.other;
}
