// Records a payment that was made without a processor, as it arrived (R89, R116). A payment for a customer goes to the oldest invoices, and the rest becomes credit.

import { addCents, subtractCents, ZERO } from '@quittance/contract/money';
import { type InvoiceStatus, MANUAL_METHODS } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useRead } from '../api/use-read.ts';
import { formatMoney, parseDate, useMoments } from '../format.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { ReadDialog } from '../shell/read-dialog.tsx';
import { manualTexts } from '../texts/payments.ts';
import { recordTexts } from '../texts/records.ts';
import {
  owedOn,
  type RecordDraft,
  type RecordedInvoice,
  type Split,
  toBody,
  toChosen,
  toDraft,
  toSplit,
} from './record-draft.ts';

type Closing = { onChanged: () => void; onClose: () => void };

export const OPEN: readonly InvoiceStatus[] = ['DUE', 'IN_COLLECTION', 'DEFAULTED'];

const METHODS = MANUAL_METHODS.map((value) => ({ value, label: recordTexts.methods[value] }));

export function RecordOnInvoice({
  invoice,
  onChanged,
}: { invoice: RecordedInvoice & OfCustomer } & Pick<Closing, 'onChanged'>) {
  return (
    <OpenButton
      variant="secondary"
      label={manualTexts.label}
      dialog={(onClose) => (
        <RecordDialog
          customerId={invoice.customerId}
          invoices={[invoice]}
          onChanged={onChanged}
          onClose={onClose}
        />
      )}
    />
  );
}

type OfCustomer = { customerId: string };

export function RecordForCustomer({
  customerId,
  onChanged,
}: OfCustomer & Pick<Closing, 'onChanged'>) {
  return (
    <OpenButton
      variant="secondary"
      label={manualTexts.label}
      dialog={(onClose) => (
        <CustomerDialog customerId={customerId} onChanged={onChanged} onClose={onClose} />
      )}
    />
  );
}

const OLDEST_MAX = 100;

function CustomerDialog({ customerId, ...closing }: OfCustomer & Closing) {
  const query = { customerId, sort: 'dueDate', minBalance: 1, limit: OLDEST_MAX } as const;
  const invoices = useRead('listInvoices', { query });
  return (
    <ReadDialog title={manualTexts.title} read={invoices} onClose={closing.onClose}>
      {({ data }) => (
        <RecordDialog
          customerId={customerId}
          invoices={data.filter(({ status }) => OPEN.includes(status))}
          {...closing}
        />
      )}
    </ReadDialog>
  );
}

function toText(
  { chosen }: RecordDraft,
  invoices: readonly RecordedInvoice[],
  owed: string,
): string {
  const [single, another] = invoices;
  if (!single) return manualTexts.textOnAccount;
  if (another && chosen === null) return manualTexts.textOfSeveral(owed);
  if (another || single.offer === null) return manualTexts.text(owed);
  return manualTexts.textOffer(owed, formatMoney(single.balance));
}

type RecordProps = OfCustomer & { invoices: readonly RecordedInvoice[] };

function useRecordForm({ customerId, invoices, onChanged, onClose }: RecordProps & Closing) {
  const { today } = useMoments();
  const [draft, setDraft] = useState<RecordDraft>(() => toDraft(invoices, today()));
  const set = (change: Partial<RecordDraft>) => setDraft((before) => ({ ...before, ...change }));
  const { answer } = useRead('getCompany', {});
  const split = toSplit(draft, invoices, answer?.shortfallMax ?? ZERO);
  const body = toBody(draft, { split, customerId });
  const form = useActionForm('recordManualPayment', {
    input: body && { body },
    done: manualTexts.done,
    onDone: () => {
      onClose();
      onChanged();
    },
  });
  return { draft, set, split, form };
}

function RecordDialog(props: RecordProps & Closing) {
  const texts = manualTexts;
  const { invoices, onClose } = props;
  const { today } = useMoments();
  const { draft, set, split, form } = useRecordForm(props);
  const { amount } = split;
  const owed = formatMoney(addCents(...invoices.map(owedOn)));
  return (
    <ActionDialog
      title={texts.title}
      text={toText(draft, invoices, owed)}
      submitLabel={amount === null ? texts.plain : texts.confirm(formatMoney(amount))}
      {...form.dialog}
      onClose={onClose}
    >
      <Select
        label={texts.method}
        options={METHODS}
        value={draft.method}
        onValueChange={(method) => set({ method })}
      />
      <AmountInput
        label={texts.amount}
        error={form.errorFor('amount', amount === null && texts.wrong)}
        value={draft.amount}
        onValueChange={(text) => set({ amount: text })}
      />
      {invoices.length > 1 && <Parts draft={draft} set={set} split={split} invoices={invoices} />}
      <Rest draft={draft} set={set} split={split} />
      <Input
        label={texts.received}
        type="date"
        max={today()}
        error={form.errorFor(
          'receivedDate',
          parseDate(draft.day) === null && texts.receivedMissing,
        )}
        value={draft.day}
        onChange={({ currentTarget }) => set({ day: currentTarget.value })}
      />
      {draft.method !== 'CASH' && (
        <Input
          label={texts.reference}
          hint={texts.referenceHint}
          error={form.errorFor('reference', draft.number.trim() === '' && texts.referenceMissing)}
          maxLength={60}
          value={draft.number}
          onChange={({ currentTarget }) => set({ number: currentTarget.value })}
        />
      )}
      <Input
        label={texts.note}
        hint={texts.noteHint}
        isOptional
        maxLength={500}
        value={draft.note}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
    </ActionDialog>
  );
}

type DraftProps = {
  draft: RecordDraft;
  set: (change: Partial<RecordDraft>) => void;
  split: Split;
};

/** The suggestion fills the oldest invoices first, until amounts are chosen. */
function Parts({
  draft,
  set,
  split,
  invoices,
}: DraftProps & { invoices: readonly RecordedInvoice[] }) {
  const texts = manualTexts;
  const { chosen } = draft;
  if (chosen === null) {
    return (
      <Stack gap={2}>
        {split.parts.length > 0 && (
          <SummaryList
            rows={split.parts.map((part) => ({
              label: part.invoice.accountRef,
              value: <Money text={formatMoney(part.amount)} />,
            }))}
          />
        )}
        <div>
          <Button variant="secondary" onClick={() => set({ chosen: toChosen(split) })}>
            {texts.choose}
          </Button>
        </div>
      </Stack>
    );
  }
  return invoices.map(({ id, accountRef, balance }) => (
    <AmountInput
      key={id}
      label={accountRef}
      hint={texts.owed(formatMoney(balance))}
      error={split.wrong.includes(id) ? texts.partWrong : undefined}
      isOptional
      value={chosen[id] ?? ''}
      onValueChange={(text) => set({ chosen: { ...chosen, [id]: text } })}
    />
  ));
}

/** Says what happens to what exceeds the invoices, and to what is left of them. */
function Rest({ draft, set, split: { amount, credit, left, shortfall } }: DraftProps) {
  const texts = manualTexts;
  const writtenOff = draft.writesOffRest ? (shortfall ?? ZERO) : ZERO;
  const open = subtractCents(left, writtenOff);
  return (
    <>
      {credit > 0 && <Text>{texts.credit(formatMoney(credit))}</Text>}
      {shortfall !== null && (
        <Checkbox
          isChecked={draft.writesOffRest}
          onCheckedChange={(writesOffRest) => set({ writesOffRest })}
        >
          {texts.writeOff(formatMoney(shortfall))}
        </Checkbox>
      )}
      {amount !== null && open > 0 && <Text>{texts.staysDue(formatMoney(open))}</Text>}
    </>
  );
}
