// The amount of a payment, with its fee if there was one.

import { formatMoney } from '@quittance/contract/format';
import type { PublicTransaction } from '@quittance/contract/invoices/portal-schemas';
import { invoiceTexts } from '#texts/account/invoice';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { Money } from '../../shared/ui/text/money.tsx';

export function PaidAmount({ amount, fee }: Pick<PublicTransaction, 'amount' | 'fee'>) {
  return (
    <TwoLineCell note={fee > 0 && invoiceTexts.fee(formatMoney(fee))}>
      <Money text={formatMoney(amount)} isStrong />
    </TwoLineCell>
  );
}
