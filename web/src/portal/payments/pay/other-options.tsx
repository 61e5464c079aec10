// Payment plan and scheduled payment on the invoice page; each opens the PAY popup at its option.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import type { PaymentOption } from '@quittance/contract/vocabulary';
import { DEFAULT_COUNT, offeredCounts } from '@quittance/domain/checkout/plan';
import { payOptionsTexts } from '#texts/payment/pay-options';
import { OptionButton } from '../../../shared/ui/form/option-card.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { OPTION_DISPLAY } from './option-display.ts';

type OtherOptionsProps = {
  company: Pick<Company, 'preference'>;
  invoice: Pick<PublicInvoice, 'payable'>;
  onChoose: (option: PaymentOption) => void;
};

function planText({ company, invoice }: OtherOptionsProps): string {
  const { preference } = company;
  const counts = offeredCounts({ preference, amountCents: invoice.payable.amount });
  const [least = DEFAULT_COUNT, most = least] = [counts[0], counts.at(-1)];
  return least === most ? payOptionsTexts.planOf(least) : payOptionsTexts.planFromTo(least, most);
}

export function OtherOptions(props: OtherOptionsProps) {
  const { company, invoice, onChoose } = props;
  const { maxExtensionDays: days } = company.preference;
  const texts = {
    PAYMENT_PLAN: planText(props),
    PAYMENT_EXTENSION: payOptionsTexts.dayWithin(days),
  };
  const offered = (['PAYMENT_PLAN', 'PAYMENT_EXTENSION'] as const).filter((option) =>
    invoice.payable.options.includes(option),
  );
  return (
    <Stack gap={3}>
      {offered.map((option) => (
        <OptionButton
          key={option}
          {...OPTION_DISPLAY[option]}
          text={texts[option]}
          onClick={() => onChoose(option)}
        />
      ))}
    </Stack>
  );
}
