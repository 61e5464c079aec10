/**
 * The product's own texts in each language, so that one test can run in all of them. This is the only part of the
 * product that tests import (docs/decisions/0105).
 */
import { readdirSync } from 'node:fs';

type Account = typeof import('../web/src/texts/en/account/contacts.ts') &
  typeof import('../web/src/texts/en/account/copy-contacts.ts') &
  typeof import('../web/src/texts/en/account/devices.ts') &
  typeof import('../web/src/texts/en/account/estimate.ts') &
  typeof import('../web/src/texts/en/account/history.ts') &
  typeof import('../web/src/texts/en/account/inquiries.ts') &
  typeof import('../web/src/texts/en/account/invoice.ts') &
  typeof import('../web/src/texts/en/account/mail-preferences.ts') &
  typeof import('../web/src/texts/en/account/orders.ts') &
  typeof import('../web/src/texts/en/account/passkeys.ts') &
  typeof import('../web/src/texts/en/account/pay-invoices.ts') &
  typeof import('../web/src/texts/en/account/payments.ts') &
  typeof import('../web/src/texts/en/account/profile.ts') &
  typeof import('../web/src/texts/en/account/projects.ts') &
  typeof import('../web/src/texts/en/account/statement.ts') &
  typeof import('../web/src/texts/en/account/upcoming.ts');
type Payment = typeof import('../web/src/texts/en/payment/change-method.ts') &
  typeof import('../web/src/texts/en/payment/confirm.ts') &
  typeof import('../web/src/texts/en/payment/fields.ts') &
  typeof import('../web/src/texts/en/payment/methods.ts') &
  typeof import('../web/src/texts/en/payment/own-amount.ts') &
  typeof import('../web/src/texts/en/payment/pay-options.ts') &
  typeof import('../web/src/texts/en/payment/pay-popup.ts') &
  typeof import('../web/src/texts/en/payment/pay.ts') &
  typeof import('../web/src/texts/en/payment/payable.ts') &
  typeof import('../web/src/texts/en/payment/plan.ts') &
  typeof import('../web/src/texts/en/payment/receipts.ts') &
  typeof import('../web/src/texts/en/payment/recovery.ts') &
  typeof import('../web/src/texts/en/payment/remove-method.ts') &
  typeof import('../web/src/texts/en/payment/request.ts') &
  typeof import('../web/src/texts/en/payment/schedule.ts');
type SharedTexts = typeof import('../web/src/texts/en/shared/checkout.ts') &
  typeof import('../web/src/texts/en/shared/dates.ts') &
  typeof import('../web/src/texts/en/shared/labels.ts') &
  typeof import('../web/src/texts/en/shared/mandates.ts');
type Site = typeof import('../web/src/texts/en/site/shell.ts') &
  typeof import('../web/src/texts/en/site/sign-in.ts') &
  typeof import('../web/src/texts/en/site/ui.ts');

export type Texts = Account & Payment & SharedTexts & Site;

const CATALOGS = new URL('../web/src/texts/', import.meta.url);

export const LANGUAGES = readdirSync(CATALOGS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

async function load(language: string): Promise<Texts> {
  const folder = new URL(`${language}/`, CATALOGS);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const catalogs = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => import(new URL(file, folder).href));
  return Object.assign({}, ...(await Promise.all(catalogs)));
}

const TEXTS = new Map<string, Texts>();
for (const language of LANGUAGES) TEXTS.set(language, await load(language));

export function toTexts(language: string): Texts {
  const texts = TEXTS.get(language);
  if (!texts) throw new Error(`No texts in ${language}`);
  return texts;
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;
/** A placeholder for values; no text contains this character. */
const VALUE = '\u0000';

function toSource(text: (...values: string[]) => string): string {
  const written = text(...Array.from({ length: text.length }, () => VALUE));
  return written.replace(SPECIAL, '\\$&').replaceAll(VALUE, '.*');
}

/** Matches a text with any values, such as '$1,475.00 stays open, due …'. */
export const anyOf = (text: (...values: string[]) => string) => new RegExp(`^${toSource(text)}$`);

export const toPattern = (text: (...values: string[]) => string) => new RegExp(toSource(text));
