// Balance, fee and total (product §5.14). Without a fee there is no fee row.

import { formatMoney } from '@quittance/contract/format';
import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import { feeLabel } from '@quittance/domain/checkout/fees';
import { payTexts } from '#texts/payment/pay';
import { checkoutTexts } from '#texts/shared/checkout';
import type { DialogAmounts } from '../../../shared/ui/overlay/dialog.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import type { Quote } from './quote.ts';

/** The agreed fee of a plan does not have its own rate. */
export function feeWords(terms: FeeDetail): string {
  const hasTerms = terms.feePercentage > 0 || terms.feeFixed > 0;
  return hasTerms ? feeLabel(terms, checkoutTexts) : payTexts.processingFee;
}

type FeeAmountsInput = {
  quote: Quote;
  terms: FeeDetail;
  balanceLabel: string;
  totalLabel?: string;
};

export function toFeeAmounts(input: FeeAmountsInput): DialogAmounts {
  const { quote, terms, balanceLabel, totalLabel = payTexts.total } = input;
  const { amountCents, feeCents, totalCents } = quote;
  return {
    rows: [
      { label: balanceLabel, value: <Money text={formatMoney(amountCents)} /> },
      ...(feeCents > 0
        ? [{ label: feeWords(terms), value: <Money text={formatMoney(feeCents)} /> }]
        : []),
    ],
    total: { label: totalLabel, value: <Money text={formatMoney(totalCents)} />, isStrong: true },
  };
}
