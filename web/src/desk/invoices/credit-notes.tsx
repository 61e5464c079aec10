// The credit notes of an invoice (R90): a dialog that adds one, and a list with their PDF files.

import { addCents, minCents, subtractCents } from '@quittance/contract/money';
import { sumOfLines } from '@quittance/domain/billing/invoice-lines';
import { useState } from 'react';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { formatMoney, parseAmount, toDecimal, useMoments } from '../format.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ReasonInput, useActionForm } from '../forms/action-form.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { FileButton } from '../forms/file-button.tsx';
import { ReasonAction } from '../forms/reason-action.tsx';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { creditTexts } from '../texts/credit.ts';

type Invoice = Pick<AnswerOf<'getInvoice'>, 'id' | 'total' | 'balance' | 'lines'>;
type Line = Invoice['lines'][number];
type Note = AnswerOf<'listCreditNotes'>['data'][number];

type AddProps = { invoice: Invoice; onChanged: () => void };

export function AddCreditNote(props: AddProps) {
  return (
    <OpenButton
      variant="secondary"
      label={creditTexts.add.label}
      dialog={(onClose) => <AddDialog {...props} onClose={onClose} />}
    />
  );
}

function AddDialog({ invoice, onChanged, onClose }: AddProps & { onClose: () => void }) {
  const texts = creditTexts.add;
  const { id: invoiceId, balance, total } = invoice;
  const [text, setText] = useState('');
  const [why, setWhy] = useState('');
  const [ref, setRef] = useState('');
  const [lines, setLines] = useState<readonly Line[]>([]);
  const typed = lines.length > 0 ? sumOfLines(lines).totalCents : parseAmount(text);
  const amount = typed !== null && typed > 0 && typed <= total ? typed : null;
  const [reason, number] = [why.trim(), ref.trim()];
  const isReady = amount !== null && reason !== '';
  const form = useActionForm('createCreditNote', {
    input: isReady
      ? {
          params: { invoiceId },
          body: {
            amount,
            reason,
            ...(number === '' ? {} : { number }),
            ...(lines.length === 0 ? {} : { lines: lines.map(toNewLine) }),
          },
        }
      : null,
    done: (note) => texts.done(note.number),
    onDone: () => {
      onClose();
      onChanged();
    },
  });
  const excess = amount === null ? null : subtractCents(amount, minCents(amount, balance));
  return (
    <ActionDialog
      title={texts.title}
      text={texts.text(formatMoney(balance))}
      submitLabel={amount === null ? texts.plain : texts.confirm(formatMoney(amount))}
      {...form.dialog}
      onClose={onClose}
    >
      {invoice.lines.length > 0 && (
        <LineChoice lines={invoice.lines} chosen={lines} onChange={setLines} />
      )}
      <AmountInput
        label={texts.amount}
        disabled={lines.length > 0}
        hint={excess ? texts.excess(formatMoney(excess)) : undefined}
        error={form.errorFor('amount', amount === null && texts.wrong(formatMoney(total)))}
        value={amount !== null && lines.length > 0 ? toDecimal(amount) : text}
        onValueChange={setText}
      />
      <ReasonInput form={form} value={why} hint={texts.reasonHint} onChange={setWhy} />
      <Input
        label={texts.number}
        hint={texts.numberHint}
        error={form.errorFor('number')}
        isOptional
        maxLength={60}
        value={ref}
        onChange={({ currentTarget }) => setRef(currentTarget.value)}
      />
    </ActionDialog>
  );
}

const toNewLine = ({ text, quantity, unitPrice, tax }: Line) => ({
  text,
  quantity,
  unitPrice,
  tax,
});

type LineChoiceProps = {
  lines: readonly Line[];
  chosen: readonly Line[];
  onChange: (lines: readonly Line[]) => void;
};

function LineChoice({ lines, chosen, onChange }: LineChoiceProps) {
  const texts = creditTexts.add;
  return (
    <OptionGroup legend={texts.lines}>
      {lines.map((line, index) => (
        <Checkbox
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice have no other key
          key={index}
          isChecked={chosen.includes(line)}
          onCheckedChange={(isChecked) =>
            onChange(lines.filter((one) => (one === line ? isChecked : chosen.includes(one))))
          }
        >
          {texts.line(line.text, formatMoney(addCents(line.amount, line.tax)))}
        </Checkbox>
      ))}
    </OptionGroup>
  );
}

function toState({ isVoided, credit, used }: Note): string {
  const { states } = creditTexts;
  if (isVoided) return states.voided;
  if (credit === 0) return states.settled;
  return used === 0 ? states.unused : states.used(formatMoney(used), formatMoney(credit));
}

type CreditNotesProps = { notes: readonly Note[]; onChanged: () => void };

export function CreditNotes({ notes, onChanged }: CreditNotesProps) {
  const { day } = useMoments();
  const can = useCan();
  const { columns, notes: title, pdf, pdfOf, pdfName } = creditTexts;
  return (
    <Section title={title}>
      <Table
        caption={title}
        rows={notes}
        rowKey={({ id }) => id}
        columns={[
          { header: columns.number, cell: ({ number }) => number },
          { header: columns.date, cell: ({ createdAt }) => day(createdAt) },
          { header: columns.reason, isText: true, cell: ({ reason }) => reason },
          { header: columns.state, cell: toState },
          { header: columns.amount, align: 'end', cell: ({ amount }) => formatMoney(amount) },
          {
            header: columns.actions,
            align: 'end',
            cell: ({ id: creditNoteId, number, isVoided }) => (
              <Stack gap={1}>
                <FileButton
                  call="getCreditNotePdf"
                  input={{ params: { creditNoteId } }}
                  name={pdfName(number)}
                  label={pdf}
                  fullLabel={pdfOf(number)}
                  size="small"
                />
                {can('money') && !isVoided && (
                  <ReasonAction
                    call="voidCreditNote"
                    params={{ creditNoteId }}
                    texts={creditTexts.void}
                    size="small"
                    isDanger
                    onDone={onChanged}
                  />
                )}
              </Stack>
            ),
          },
        ]}
      />
    </Section>
  );
}
