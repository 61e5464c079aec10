// Columns of a payment split over several invoices: the amount of each, and its share of the fee for each kind of
// method (R48).

import { formatMoney } from '@quittance/contract/format';
import type { InvoiceId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { InvoiceSelection } from '@quittance/contract/requests/invoice-selection';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { splitFee } from '@quittance/domain/checkout/split';
import { payInvoicesTexts } from '#texts/account/pay-invoices';
import { joinFacts } from '../../shared/lib/format.ts';
import type { Column } from '../../shared/ui/data/data-columns.ts';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';

type Part = InvoiceSelection['invoices'][number];

const FEE_WORDS = {
  card: payInvoicesTexts.feeByCard,
  ach: payInvoicesTexts.feeByBank,
} as const satisfies Record<ChargeKind, (fee: string) => string>;

function computeShares(parts: readonly Part[], fee: Cents): ReadonlyMap<InvoiceId, Cents> {
  const shares = splitFee(
    fee,
    parts.map(({ amount }) => amount),
  );
  return new Map(parts.flatMap(({ id }, index) => [[id, shares[index] ?? fee] as const]));
}

function feeNotes({ invoices, payable }: InvoiceSelection): (part: Part) => string {
  const kinds = payable.kinds.filter((kind) => payable.fees[kind].fee > 0);
  const shares = kinds.map((kind) => ({
    kind,
    of: computeShares(invoices, payable.fees[kind].fee),
  }));
  return ({ id }) =>
    joinFacts(
      shares.map(({ kind, of }) =>
        FEE_WORDS[kind](formatMoney(of.get(id) ?? payable.fees[kind].fee)),
      ),
    );
}

/** `paidFee` is the fee of a completed payment. It is split instead of the offered fees. */
export function splitColumns(
  selection: InvoiceSelection,
  paidFee: Cents | null,
): readonly Column<Part>[] {
  const { invoices, isPaid } = selection;
  const paid = paidFee === null ? null : computeShares(invoices, paidFee);
  const offered = feeNotes(selection);
  const toNote = (part: Part): string => {
    if (!paid) return offered(part);
    const share = paid.get(part.id);
    return share ? payInvoicesTexts.feeShare(formatMoney(share)) : '';
  };
  return [
    {
      key: 'invoice',
      header: payInvoicesTexts.columns.invoice,
      card: 'title',
      width: '50%',
      cell: ({ accountRef, productName }) => (
        <TwoLineCell note={productName}>
          <Text isStrong>{accountRef}</Text>
        </TwoLineCell>
      ),
    },
    {
      key: 'amount',
      header: isPaid ? payInvoicesTexts.columns.paid : payInvoicesTexts.columns.amount,
      align: 'end',
      card: 'aside',
      cell: (part) => (
        <TwoLineCell note={toNote(part)}>
          <Money text={formatMoney(part.amount)} isStrong />
        </TwoLineCell>
      ),
    },
  ];
}
