/** An item of the attention list, and the details shown for it. */
import type { AttentionItem } from '@quittance/contract/reports/attention-schemas';
import { formatDay, type Moments } from '../format.ts';
import { toCodeWords, toDisputeReason } from '../records/codes.ts';
import { attentionTexts } from '../texts/attention.ts';
import { payoutsTexts } from '../texts/payouts.ts';
import { processorTexts } from '../texts/processors.ts';

export type { AttentionItem };

const PROBLEMS: Readonly<Record<string, string>> = processorTexts.problems;

const DATED: Partial<Record<AttentionItem['kind'], (day: string) => string>> = {
  DISPUTED_PAYMENT: attentionTexts.due,
};

const DIFFERENCES: Readonly<Record<string, string>> = payoutsTexts.differenceKinds;

const toProblem = (state: string | null): string | null => PROBLEMS[state ?? ''] ?? null;

type Today = Pick<Moments, 'today'>;

type ItemState = Pick<AttentionItem, 'kind'> & {
  invoice: Pick<NonNullable<AttentionItem['invoice']>, 'status'> | null;
  facts: Pick<AttentionItem['facts'], 'date' | 'state'>;
};

const isExpired = ({ kind, facts: { date } }: ItemState, { today }: Today): boolean =>
  kind === 'EXPIRING_METHOD' && date !== null && date < today();

export function toTitle(item: ItemState, day: Today): string {
  return isExpired(item, day) ? attentionTexts.expired : attentionTexts.titles[item.kind];
}

const ADVICE_IN: Partial<Record<AttentionItem['kind'], Readonly<Record<string, string>>>> =
  attentionTexts.adviceIn;

/** Depends on the present state, which may have changed since the item was listed first. */
export function toAdvice(item: ItemState, day: Today): string {
  const { kind, invoice, facts } = item;
  const ofItem = isExpired(item, day) ? 'EXPIRED' : facts.state;
  const state = kind === 'RETURNED_PAYMENT' ? (invoice?.status ?? 'NO_INVOICE') : ofItem;
  return ADVICE_IN[kind]?.[state ?? ''] ?? attentionTexts.advice[kind];
}

function describeCode(kind: AttentionItem['kind'], code: string): string {
  if (kind === 'UNPLACED_CHARGE' || kind === 'PAYOUT_DIFFERENCE')
    return attentionTexts.charge(code);
  if (kind === 'DISPUTED_PAYMENT') return toDisputeReason(code);
  const words = toCodeWords(code);
  return words === code ? attentionTexts.code(code) : words;
}

export function listFacts(item: AttentionItem, { moment, today }: Moments): string[] {
  const { facts, kind, since } = item;
  const date = facts.date === null ? null : formatDay(facts.date);
  const expires = isExpired(item, { today }) ? attentionTexts.expiredOn : attentionTexts.expires;
  const dated = kind === 'EXPIRING_METHOD' ? expires : (DATED[kind] ?? attentionTexts.agreed);
  return [
    kind === 'EXPIRING_METHOD' ? null : attentionTexts.since(moment(since)),
    facts.inquiryKind && attentionTexts.inquiryKinds[facts.inquiryKind],
    facts.months === null ? null : attentionTexts.months(facts.months),
    date && dated(date),
    kind === 'PAYOUT_DIFFERENCE' ? (DIFFERENCES[facts.state ?? ''] ?? null) : null,
    facts.code && describeCode(kind, facts.code),
    kind === 'BROKEN_CONNECTION' ? toProblem(facts.state) : null,
    kind === 'UNPLACED_CHARGE' && facts.state === 'PENDING' ? attentionTexts.pending : null,
    kind === 'UNPLACED_CHARGE' && facts.state === 'REFUND_SENT' ? attentionTexts.refundSent : null,
  ].filter((fact) => fact !== null);
}
