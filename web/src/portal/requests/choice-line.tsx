// One invoice that can be paid with others: a checkbox, what it owes, and the amount where the company allows
// another one.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { IsoDate } from '@quittance/contract/dates';
import { formatMoney } from '@quittance/contract/format';
import type { PayableInvoice } from '@quittance/contract/requests/invoice-selection';
import { payInvoicesTexts } from '#texts/account/pay-invoices';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatDate } from '../../shared/lib/format.ts';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import styles from './choice-form.module.css';
import { amountError } from './invoice-choice.ts';

const css = bindClasses(styles);

type ChoiceLineProps = {
  invoice: PayableInvoice;
  company: Pick<Company, 'processor'>;
  today: IsoDate;
  /** Null while the invoice is not chosen. */
  typed: string | null;
  isAmountOpen: boolean;
  onToggle: () => void;
  onType: (text: string) => void;
};

export function ChoiceLine(props: ChoiceLineProps) {
  const { invoice, company, today, typed, isAmountOpen, onToggle, onType } = props;
  const { accountRef, productName, dueDate, owed } = invoice;
  const isOverdue = dueDate < today;
  const due = isOverdue ? payInvoicesTexts.overdue : payInvoicesTexts.due;
  return (
    <li className={css('line')}>
      <div className={css('what')}>
        <Checkbox isChecked={typed !== null} onCheckedChange={onToggle}>
          <span className={css('words')}>
            <span className={css('name')}>{accountRef}</span>
            <Text as="span" size="small" tone="subtle">
              {productName}
            </Text>
            <Text as="span" size="small" tone={isOverdue ? 'danger' : 'subtle'}>
              {due(formatDate(dueDate))}
            </Text>
          </span>
        </Checkbox>
      </div>
      <div className={css('owed')}>
        <Money text={formatMoney(owed)} isStrong={typed !== null} />
      </div>
      {typed !== null && isAmountOpen && (
        <div className={css('amount')}>
          <Input
            label={payInvoicesTexts.amountFor(accountRef)}
            lead="$"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={amountError({ owed, typed, company }) ?? undefined}
            onChange={(event) => onType(event.target.value)}
          />
        </div>
      )}
    </li>
  );
}
