// The invoices that a charge is assigned to: one, with an installment of its plan, or several, each with its amount.

import { addCents } from '@quittance/contract/money';
import { useState } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatMoney, parseAmount } from '../format.ts';
import { AmountInput } from '../forms/amount-input.tsx';
import { Finder, useSearch } from '../forms/finder.tsx';
import { attentionTexts } from '../texts/attention.ts';
import styles from './assigned-invoices.module.css';

const css = bindClasses(styles);

type Invoice = Pick<
  ItemOf<'listInvoices'>,
  'id' | 'accountRef' | 'customerName' | 'balance' | 'status'
>;

export type ChosenInvoice = {
  invoice: Invoice;
  /** As typed. Used only if there are several invoices. */
  amount: string;
  /** The installment's number in the plan of the invoice. Null for the invoice itself. */
  installment: number | null;
};

const toName = ({ accountRef, customerName, balance }: Invoice) => ({
  title: attentionTexts.invoice(accountRef),
  text: attentionTexts.assignFound(customerName, formatMoney(balance)),
});

type AssignedInvoicesProps = {
  chosen: readonly ChosenInvoice[];
  isChecked: boolean;
  onAdd: (invoice: Invoice) => void;
  onChange: (changed: ChosenInvoice) => void;
  onRemove: (invoice: Invoice) => void;
};

export function AssignedInvoices(props: AssignedInvoicesProps) {
  const { chosen, isChecked, onAdd, onChange, onRemove } = props;
  const [isAdding, setIsAdding] = useState(false);
  const isSingle = chosen.length === 1;
  return (
    <>
      {chosen.map((each) => (
        <div key={each.invoice.id} className={css('chosen')}>
          <Chosen invoice={each.invoice} onRemove={() => onRemove(each.invoice)} />
          {isSingle ? (
            <InstallmentChoice chosen={each} onChange={onChange} />
          ) : (
            <AmountInput
              label={attentionTexts.assignAmount}
              error={
                isChecked && parseAmount(each.amount) === null
                  ? attentionTexts.assignAmountMissing
                  : undefined
              }
              value={each.amount}
              onValueChange={(amount) => onChange({ ...each, amount })}
            />
          )}
        </div>
      ))}
      {chosen.length === 0 || isAdding ? (
        <InvoiceFinder
          error={isChecked && chosen.length === 0 ? attentionTexts.assignMissing : undefined}
          except={chosen.map(({ invoice }) => invoice.id)}
          onChoose={(invoice) => {
            setIsAdding(false);
            onAdd(invoice);
          }}
        />
      ) : (
        <div>
          <Button variant="quiet" size="small" isFlush onClick={() => setIsAdding(true)}>
            {attentionTexts.assignAnother}
          </Button>
        </div>
      )}
    </>
  );
}

function Chosen({ invoice, onRemove }: { invoice: Invoice; onRemove: () => void }) {
  const { title, text } = toName(invoice);
  return (
    <div className={css('name')}>
      <div>
        <Text isStrong>{title}</Text>
        <Text tone="muted">{text}</Text>
      </div>
      <Button variant="quiet" size="small" isFlush onClick={onRemove}>
        {attentionTexts.assignRemove}
      </Button>
    </div>
  );
}

const WHOLE = 'whole';

type InstallmentChoiceProps = {
  chosen: ChosenInvoice;
  onChange: (changed: ChosenInvoice) => void;
};

/** An invoice in a plan takes a charge only for one of its installments. */
function InstallmentChoice({ chosen, onChange }: InstallmentChoiceProps) {
  const { invoice, installment } = chosen;
  const isInPlan = invoice.status === 'PAYMENT_PLAN_IN_PROGRESS';
  const params = { invoiceId: invoice.id };
  const { answer } = useRead('listInstallments', { params }, { isNeeded: isInPlan });
  if (!isInPlan || !answer) return null;
  const open = answer.data.filter(({ status }) => status === 'OPEN' || status === 'FAILED');
  const options = open.map(({ number, dueOn, amount, fee }) => ({
    value: String(number),
    label: attentionTexts.assignInstallment(
      number,
      formatDay(dueOn),
      formatMoney(addCents(amount, fee)),
    ),
  }));
  return (
    <Select
      label={attentionTexts.assignInstallmentLabel}
      options={[{ value: WHOLE, label: attentionTexts.assignInstallmentNone }, ...options]}
      value={installment === null ? WHOLE : String(installment)}
      onValueChange={(value) =>
        onChange({ ...chosen, installment: value === WHOLE ? null : Number(value) })
      }
    />
  );
}

const SHOWN = 5;

const FINDER_TEXTS = {
  label: attentionTexts.assignInvoice,
  hint: attentionTexts.assignInvoiceHint,
  none: attentionTexts.assignNotFound,
};

type InvoiceFinderProps = {
  error: string | undefined;
  except: readonly string[];
  onChoose: (invoice: Invoice) => void;
};

function InvoiceFinder({ error, except, onChoose }: InvoiceFinderProps) {
  const search = useSearch();
  const query = { search: search.search, limit: SHOWN };
  const { answer } = useRead('listInvoices', { query }, search);
  return (
    <Finder
      search={search}
      texts={FINDER_TEXTS}
      error={error}
      found={answer?.data.filter(({ id }) => !except.includes(id))}
      nameOf={toName}
      onChoose={onChoose}
    />
  );
}
