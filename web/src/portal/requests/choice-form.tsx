// The invoices that can be paid together, each of which can be left out or paid in part, with the total (R48).

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { IsoDate } from '@quittance/contract/dates';
import { formatMoney } from '@quittance/contract/format';
import type { PayableInvoice } from '@quittance/contract/requests/invoice-selection';
import { payInvoicesTexts } from '#texts/account/pay-invoices';
import { useKeptState } from '../../shared/hooks/use-kept-state.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatDate } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import styles from './choice-form.module.css';
import {
  amountError,
  type ChosenInvoice,
  chosenInvoices,
  computeTotal,
  type Difference,
  differences,
  firstChoice,
  type InvoiceChoice,
  toChoice,
  toggled,
  typedAmount,
  withTyped,
} from './invoice-choice.ts';

const css = bindClasses(styles);

type ChoiceFormProps = {
  invoices: readonly PayableInvoice[];
  company: Pick<Company, 'processor'>;
  selected: readonly string[];
  today: IsoDate;
  /** The company allows partial payment of an invoice (R49). */
  isAmountOpen: boolean;
  isSending: boolean;
  onContinue: (chosen: ChosenInvoice[]) => void;
};

export function ChoiceForm(props: ChoiceFormProps) {
  const { invoices, company, selected, today, isAmountOpen, isSending, onContinue } = props;
  const [choice, setChoice] = useKeptState<InvoiceChoice>('invoices', () =>
    firstChoice(invoices, { selected, today }),
  );
  const changed = differences(invoices, choice);
  const chosen = chosenInvoices(invoices, choice, company);
  const count = invoices.filter(({ id }) => choice[id] !== undefined).length;
  const isAll = count === invoices.length;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onContinue(chosen);
      }}
    >
      <div className={css('tools')}>
        <Button
          variant="quiet"
          size="small"
          isFlush
          onClick={() => setChoice(isAll ? {} : toChoice(invoices))}
        >
          {isAll ? payInvoicesTexts.allNone : payInvoicesTexts.all}
        </Button>
      </div>
      {changed.length > 0 && (
        <Notice tone="warning" title={payInvoicesTexts.changed}>
          {changed.map(toSentence).join(' ')}
        </Notice>
      )}
      <ul className={css('list')} aria-label={payInvoicesTexts.list}>
        {invoices.map((invoice) => (
          <ChoiceLine
            key={invoice.id}
            invoice={invoice}
            company={company}
            today={today}
            typed={typedAmount(choice, invoice)}
            isAmountOpen={isAmountOpen}
            onToggle={() => setChoice(toggled(choice, invoice))}
            onType={(text) => setChoice(withTyped(choice, invoice, text))}
          />
        ))}
      </ul>
      <div className={css('sum')}>
        <div aria-live="polite">
          <Text size="small" tone="muted">
            {count === 0 ? payInvoicesTexts.nothingChosen : payInvoicesTexts.chosen(count)}
          </Text>
          <Money text={formatMoney(computeTotal(invoices, choice))} size="large" />
        </div>
        <Button type="submit" size="large" disabled={!chosen} isLoading={isSending}>
          {payInvoicesTexts.submit}
        </Button>
      </div>
    </form>
  );
}

function toSentence({ accountRef, owed }: Difference): string {
  const { nowOwed, noLongerPayable } = payInvoicesTexts;
  return owed === null ? noLongerPayable(accountRef) : nowOwed(accountRef, formatMoney(owed));
}

type ChoiceLineProps = {
  invoice: PayableInvoice;
  company: Pick<Company, 'processor'>;
  today: IsoDate;
  typed: string | null;
  isAmountOpen: boolean;
  onToggle: () => void;
  onType: (text: string) => void;
};

function ChoiceLine(props: ChoiceLineProps) {
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
