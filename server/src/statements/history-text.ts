/** Builds the text of a history from its entries. Drawing is in draw-history.ts. */
import type { Instant } from '@quittance/contract/dates';
import { formatDate, formatInstantWithZone, formatMoney } from '@quittance/contract/format';
import type { HistoryContent, HistoryEntry } from '@quittance/contract/statements/history';
import { companyHead, type DocumentCompany } from '../companies/company-head.ts';
import type { Logo } from '../companies/logos/logo-rows.ts';
import type { CustomerRow } from '../customers/store.ts';
import { type DocumentWords, documentWordsFor } from '../texts/catalogs.ts';
import type { HistoryDocument, ToldEntry } from './draw-history.ts';

export type HistoryInput = {
  company: DocumentCompany;
  logo: Logo | null;
  customer: Pick<
    CustomerRow,
    'firstName' | 'lastName' | 'businessName' | 'customerRef' | 'language'
  >;
  now: Instant;
  entries: readonly HistoryEntry[];
};

function toDetails(
  content: HistoryContent,
  { history: texts, dates, recordedMethod }: DocumentWords,
): (string | null)[] {
  const { invoice, amount, withFee, limit, from, on, version, offSession } = texts;
  switch (content.kind) {
    case 'CONSENT':
      return [
        content.method && recordedMethod(content.method),
        content.limit === null ? null : limit(formatMoney(content.limit)),
        from(formatDate(content.from, dates)),
        version(content.version),
      ];
    case 'PAYMENT':
      return [
        content.invoice && invoice(content.invoice),
        content.method && recordedMethod(content.method),
        content.fee === 0
          ? amount(formatMoney(content.amount))
          : withFee(formatMoney(content.amount), formatMoney(content.fee)),
        content.isOffSession ? offSession : null,
      ];
    case 'REFUND':
    case 'REFUND_FAILED':
    case 'DISPUTE':
      return [amount(formatMoney(content.amount))];
    case 'CHANGE':
      return [
        content.invoice && invoice(content.invoice),
        content.method && recordedMethod(content.method),
        content.amount === null ? null : amount(formatMoney(content.amount)),
        content.on && on(formatDate(content.on, dates)),
      ];
    case 'CONSENT_ENDED':
      return [];
  }
}

function toldEntry(
  { position, hash, content }: HistoryEntry,
  timeZone: string,
  words: DocumentWords,
): ToldEntry {
  const { dates, historyTitle } = words;
  const details = toDetails(content, words).filter((detail) => detail !== null);
  return {
    title: `${position}. ${historyTitle(content)}`,
    time: formatInstantWithZone(content.at, timeZone, dates),
    details: details.join(' · '),
    text: content.kind === 'CONSENT' ? content.text : null,
    hash,
  };
}

export function historyText({
  company,
  logo,
  customer,
  now,
  entries,
}: HistoryInput): HistoryDocument {
  const { firstName, lastName, businessName, customerRef } = customer;
  const words = documentWordsFor(customer);
  const { history: texts, dates } = words;
  const last = entries.at(-1);
  const person = `${firstName} ${lastName}`.trim();
  return {
    locale: words.documents.locale,
    title: texts.title,
    subtitle: texts.subtitle,
    drawnAt: now,
    company: companyHead(company, logo, words),
    facts: [
      [texts.customer, businessName ? `${businessName}, ${person}` : person],
      [texts.customerRef, customerRef],
      [texts.issued, formatInstantWithZone(now, company.timeZone, dates)],
      [texts.entries, String(entries.length)],
      ...(last ? [[texts.lastEntry, `${last.position}:${last.hash}`] as const] : []),
    ],
    entries: entries.map((entry) => toldEntry(entry, company.timeZone, words)),
    textTitle: texts.exactText,
    hashTitle: texts.hash,
    empty: texts.empty,
    verification: [texts.verify, texts.howTo],
    texts: words.documents,
  };
}
