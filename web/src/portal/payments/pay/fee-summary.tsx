// Balance, fee and total (product §5.14). Without a fee there is no fee row.

import { formatMoney } from '@quittance/contract/format';
import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import { feeLabel } from '@quittance/domain/checkout/fees';
import { payTexts } from '#texts/payment/pay';
import { checkoutTexts } from '#texts/shared/checkout';
import { SummaryList, type SummaryRow } from '../../../shared/ui/data/summary-list.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import type { Quote } from './quote.ts';

/** The agreed fee of a plan does not have its own rate. */
export function feeWords(terms: FeeDetail): string {
  const hasTerms = terms.feePercentage > 0 || terms.feeFixed > 0;
  return hasTerms ? feeLabel(terms, checkoutTexts) : payTexts.processingFee;
}

type FeeSummaryProps = {
  quote: Quote;
  terms: FeeDetail;
  balanceLabel: string;
  totalLabel?: string;
};

export function FeeSummary({
  quote,
  terms,
  balanceLabel,
  totalLabel = payTexts.total,
}: FeeSummaryProps) {
  const { amountCents, feeCents, totalCents } = quote;
  const rows: SummaryRow[] = [
    { label: balanceLabel, value: <Money text={formatMoney(amountCents)} /> },
    ...(feeCents > 0
      ? [{ label: feeWords(terms), value: <Money text={formatMoney(feeCents)} /> }]
      : []),
    { label: totalLabel, value: <Money text={formatMoney(totalCents)} />, isStrong: true },
  ];
  return <SummaryList look="tight" rows={rows} />;
}
