// The amount on an invoice's page. The agreed fee of a plan is named but not included.

import { formatMoney } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { invoiceTexts } from '#texts/account/invoice';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { shownAmount } from './pay-state.ts';

export function InvoiceAmount({ invoice }: { invoice: PublicInvoice }) {
  const { amountCents, feeCents } = shownAmount(invoice);
  return (
    <div>
      <Money text={formatMoney(amountCents)} size="hero" />
      {feeCents > 0 && <Text tone="muted">{invoiceTexts.planFee(formatMoney(feeCents))}</Text>}
    </div>
  );
}
