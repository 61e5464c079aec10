/** The text of a history, from its entries. Drawing is in draw-history.ts. */

import type { Instant } from '@quittance/contract/dates';
import { formatDate, formatInstantWithZone, formatMoney } from '@quittance/contract/format';
import type { HistoryContent, HistoryEntry } from '@quittance/contract/schemas/records/history';
import type { CustomerRow } from '../../storage/billing/customers.ts';
import type { Logo } from '../../storage/billing/logos.ts';
import { documentWordsFor } from '../../texts/document-words.ts';
import { companyHead, type DocumentCompany } from '../company-head.ts';
import type { HistoryDocument, ToldEntry } from './draw-history.ts';
import { HISTORY_WORDS, historyTitle } from './history-words.ts';

const WORDS = documentWordsFor({ language: null });

export type HistoryInput = {
  company: DocumentCompany;
  logo: Logo | null;
  customer: Pick<CustomerRow, 'firstName' | 'lastName' | 'businessName' | 'customerRef'>;
  now: Instant;
  /** Oldest first. */
  entries: readonly HistoryEntry[];
};

const { invoice, amount, withFee, limit, from, on, version, offSession } = HISTORY_WORDS;

function detailsOf(content: HistoryContent): (string | null)[] {
  switch (content.kind) {
    case 'CONSENT':
      return [
        content.method,
        content.limit === null ? null : limit(formatMoney(content.limit)),
        from(formatDate(content.from, WORDS.dates)),
        version(content.version),
      ];
    case 'PAYMENT':
      return [
        content.invoice && invoice(content.invoice),
        content.method,
        content.fee === 0
          ? amount(formatMoney(content.amount))
          : withFee(formatMoney(content.amount), formatMoney(content.fee)),
        content.isOffSession ? offSession : null,
      ];
    case 'REFUND':
    case 'DISPUTE':
      return [amount(formatMoney(content.amount))];
    case 'CHANGE':
      return [
        content.invoice && invoice(content.invoice),
        content.method,
        content.amount === null ? null : amount(formatMoney(content.amount)),
        content.on && on(formatDate(content.on, WORDS.dates)),
      ];
    case 'CONSENT_ENDED':
      return [];
  }
}

function toldEntry({ position, hash, content }: HistoryEntry, timeZone: string): ToldEntry {
  const details = detailsOf(content).filter((detail) => detail !== null);
  return {
    title: `${position}. ${historyTitle(content)}`,
    time: formatInstantWithZone(content.at, timeZone, WORDS.dates),
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
  const last = entries.at(-1);
  const person = `${firstName} ${lastName}`.trim();
  return {
    title: HISTORY_WORDS.title,
    subtitle: HISTORY_WORDS.subtitle,
    drawnAt: now,
    company: companyHead(company, logo, WORDS),
    facts: [
      [HISTORY_WORDS.customer, businessName ? `${businessName}, ${person}` : person],
      [HISTORY_WORDS.customerRef, customerRef],
      [HISTORY_WORDS.issued, formatInstantWithZone(now, company.timeZone, WORDS.dates)],
      [HISTORY_WORDS.entries, String(entries.length)],
      ...(last ? [[HISTORY_WORDS.lastEntry, `${last.position}:${last.hash}`] as const] : []),
    ],
    entries: entries.map((entry) => toldEntry(entry, company.timeZone)),
    textTitle: HISTORY_WORDS.exactText,
    hashTitle: HISTORY_WORDS.hash,
    empty: HISTORY_WORDS.empty,
    verification: [HISTORY_WORDS.verify, HISTORY_WORDS.howTo],
    pageText: HISTORY_WORDS.page,
  };
}
