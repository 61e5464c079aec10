// What a refund would give back, and the postings of the ledger that it would make.

import type { RefundPreview as Preview } from '@quittance/contract/payments/refund-schemas';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { formatMoney } from '../format.ts';
import { Table } from '../table/table.tsx';
import { paymentTexts } from '../texts/payments.ts';

type RefundPreviewProps = { preview: Preview; isReading: boolean };

/** 'clearing:stripe' is 'Clearing (stripe)'; the ids of receivables tell a person nothing. */
function accountName(account: string): string {
  const [kind = '', of = ''] = account.split(':');
  const name = paymentTexts.accounts[kind];
  if (name === undefined) return account;
  return of === '' || kind === 'receivable' ? name : `${name} (${of})`;
}

export function RefundPreview({ preview, isReading }: RefundPreviewProps) {
  const texts = paymentTexts;
  const money = (amount: Preview['amount']) => <Money text={formatMoney(amount)} />;
  return (
    <Stale isStale={isReading}>
      <Stack gap={4}>
        <SummaryList
          look="tight"
          rows={[
            { label: texts.previewPrincipal, value: money(preview.principal) },
            { label: texts.previewFee, value: money(preview.fee) },
            { label: texts.previewAmount, value: money(preview.amount), isStrong: true },
            { label: texts.previewLeft, value: money(preview.left) },
          ]}
        />
        <Heading level={3}>{texts.preview}</Heading>
        <Table
          caption={texts.preview}
          rows={preview.postings}
          rowKey={({ source, destination, amount }) => `${source} ${destination} ${amount}`}
          columns={[
            { header: texts.posting.source, cell: ({ source }) => accountName(source) },
            {
              header: texts.posting.destination,
              cell: ({ destination }) => accountName(destination),
            },
            {
              header: texts.posting.amount,
              align: 'end',
              cell: ({ amount }) => formatMoney(amount),
            },
          ]}
        />
      </Stack>
    </Stale>
  );
}
