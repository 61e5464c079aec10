/** An item of the attention list, and the details shown for it. */
import type { AttentionItem } from '@quittance/contract/reports/attention-schemas';
import { formatDay, type Moments } from '../format.ts';
import { attentionTexts } from '../texts/attention.ts';
import { payoutsTexts } from '../texts/payouts.ts';
import { processorTexts } from '../texts/processors.ts';

export type { AttentionItem };

const PROBLEMS: Readonly<Record<string, string>> = processorTexts.problems;

const DATED: Partial<Record<AttentionItem['kind'], (day: string) => string>> = {
  EXPIRING_METHOD: attentionTexts.expires,
  DISPUTED_PAYMENT: attentionTexts.due,
};

const DIFFERENCES: Readonly<Record<string, string>> = payoutsTexts.differenceKinds;

const toProblem = (state: string | null): string | null => PROBLEMS[state ?? ''] ?? null;

export function listFacts(item: AttentionItem, { moment }: Moments): string[] {
  const { facts, kind, since } = item;
  const date = facts.date === null ? null : formatDay(facts.date);
  const dated = DATED[kind] ?? attentionTexts.agreed;
  return [
    kind === 'EXPIRING_METHOD' ? null : attentionTexts.since(moment(since)),
    facts.inquiryKind && attentionTexts.inquiryKinds[facts.inquiryKind],
    facts.months === null ? null : attentionTexts.months(facts.months),
    date && dated(date),
    kind === 'PAYOUT_DIFFERENCE' ? (DIFFERENCES[facts.state ?? ''] ?? null) : null,
    facts.code &&
      (kind === 'UNPLACED_CHARGE' || kind === 'PAYOUT_DIFFERENCE'
        ? attentionTexts.charge
        : attentionTexts.code)(facts.code),
    kind === 'BROKEN_CONNECTION' ? toProblem(facts.state) : null,
    kind === 'UNPLACED_CHARGE' && facts.state === 'PENDING' ? attentionTexts.pending : null,
    kind === 'UNPLACED_CHARGE' && facts.state === 'REFUND_SENT' ? attentionTexts.refundSent : null,
  ].filter((fact) => fact !== null);
}
