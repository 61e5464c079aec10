// What was paid, and the fee on top of it where there was one.

import { formatMoney } from '@quittance/contract/format';
import type { PublicTransaction } from '@quittance/contract/invoices';
import { invoiceTexts } from '#texts/account/invoice';
import { Money } from '../../ui/text/money.tsx';
import { Text } from '../../ui/text/text.tsx';

export function PaidAmount({ amount, fee }: Pick<PublicTransaction, 'amount' | 'fee'>) {
  return (
    <div>
      <Money text={formatMoney(amount)} isStrong />
      {fee > 0 && (
        <Text size="small" tone="subtle">
          <Money text={invoiceTexts.fee(formatMoney(fee))} />
        </Text>
      )}
    </div>
  );
}
