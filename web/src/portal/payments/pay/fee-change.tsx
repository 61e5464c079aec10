// The fee and total of what is left to pay, before and after a change of method (R36).

import { formatMoney } from '@quittance/contract/format';
import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import type { MethodChangeTerms } from '@quittance/domain/checkout/method-change';
import { changeMethodTexts } from '#texts/payment/change-method';
import { SummaryList } from '../../../shared/ui/data/summary-list.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import { feeWords } from './fee-summary.tsx';

type FeeChangeProps = { terms: MethodChangeTerms; fee: FeeDetail };

export function FeeChange({ terms: { before, after }, fee }: FeeChangeProps) {
  return (
    <SummaryList
      look="tight"
      rows={[
        {
          label: changeMethodTexts.feeBefore,
          value: <Money text={formatMoney(before.feeCents)} />,
        },
        { label: feeWords(fee), value: <Money text={formatMoney(after.feeCents)} /> },
        {
          label: changeMethodTexts.totalBefore,
          value: <Money text={formatMoney(before.totalCents)} />,
        },
        {
          label: changeMethodTexts.newTotal,
          value: <Money text={formatMoney(after.totalCents)} />,
          isStrong: true,
        },
      ]}
    />
  );
}
