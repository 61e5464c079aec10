// What will be taken and how it comes about: balance, fee, total (product §5.14). No fee, no fee line.

import { formatMoney } from '@quittance/contract/format';
import type { FeeDetail } from '@quittance/contract/invoices';
import { feeLabel } from '@quittance/domain/fees';
import { Money } from '../../ui/money.tsx';
import { SummaryList, type SummaryRow } from '../../ui/summary-list.tsx';
import type { Quote } from './quote.ts';

type FeeSummaryProps = { quote: Quote; terms: FeeDetail };

export function FeeSummary({ quote, terms }: FeeSummaryProps) {
  const { amountCents, feeCents, totalCents } = quote;
  const rows: SummaryRow[] = [
    { label: 'Invoice balance', value: <Money text={formatMoney(amountCents)} /> },
    ...(feeCents > 0
      ? [{ label: feeLabel(terms), value: <Money text={formatMoney(feeCents)} /> }]
      : []),
    { label: 'Total', value: <Money text={formatMoney(totalCents)} />, isStrong: true },
  ];
  return <SummaryList look="tight" rows={rows} />;
}
