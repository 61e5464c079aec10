// An invoice: its lines, payments and links, and the company's actions.

import { subtractCents } from '@quittance/contract/money';
import { useState } from 'react';
import { useParams } from 'react-router';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Split } from '../../shared/ui/layout/split.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf, ItemOf } from '../api/call-types.ts';
import { useClient } from '../api/client-context.ts';
import { useCan } from '../api/session-context.ts';
import { type Read, useRead } from '../api/use-read.ts';
import { formatMoney } from '../format.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { FileButton } from '../forms/file-button.tsx';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { PaymentList } from '../records/payment-list.tsx';
import { InvoiceBadge } from '../records/status-badges.tsx';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { Table } from '../table/table.tsx';
import { invoicesTexts, invoiceTexts } from '../texts/invoices.ts';
import { CreditNotes } from './credit-notes.tsx';
import { InquiryList } from './inquiry-list.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceAttachments } from './invoice-attachments.tsx';
import { InvoiceFacts } from './invoice-facts.tsx';
import { InvoiceInstallments } from './invoice-installments.tsx';
import { InvoiceLinks } from './invoice-links.tsx';

type Invoice = AnswerOf<'getInvoice'>;

export function InvoicePage() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const invoice = useRead('getInvoice', { params: { invoiceId: id } });
  const { answer } = invoice;
  return (
    <Page
      title={answer ? invoiceTexts.title(answer.accountRef) : invoicesTexts.one}
      mark={answer && <InvoiceBadge invoice={answer} />}
      text={answer?.productName}
      back={{ href: paths.invoices, label: invoicesTexts.title }}
      actions={
        answer && (
          <>
            <PdfButton invoice={answer} />
            <SendButton invoice={answer} />
          </>
        )
      }
    >
      <ReadView read={invoice}>
        {(found) => <InvoiceBody invoice={found} read={invoice} />}
      </ReadView>
    </Page>
  );
}

/** For a payment on several invoices, only the part of this invoice counts. */
const isRefundedOn =
  ({ id }: Invoice) =>
  ({ invoiceId, parts, refunded }: ItemOf<'listPayments'>): boolean =>
    invoiceId === id
      ? refunded > 0
      : parts.some((part) => part.invoiceId === id && part.refunded > 0);

function InvoiceBody({ invoice, read }: { invoice: Invoice; read: Read<Invoice> }) {
  const payments = useRead('listPayments', { query: { invoiceId: invoice.id, limit: 50 } });
  const inquiries = useRead('listInquiries', { query: { invoiceId: invoice.id, limit: 50 } });
  const notes = useRead('listCreditNotes', { params: { invoiceId: invoice.id } });
  const again = (): void => {
    read.again();
    notes.again();
    payments.again();
    inquiries.again();
  };
  return (
    <Split
      asideFirst
      aside={
        <Stack gap={5}>
          <InvoiceFacts invoice={invoice} onChanged={read.replace} />
          <InvoiceActions
            invoice={invoice}
            isRefunded={payments.answer?.data.some(isRefundedOn(invoice)) ?? false}
            onChanged={again}
          />
        </Stack>
      }
    >
      <Stack gap={5}>
        <InvoiceLines invoice={invoice} />
        <InvoiceInstallments invoice={invoice} />
        <ReadView read={payments}>
          {({ data }) => (
            <PaymentList
              title={invoiceTexts.payments}
              empty={invoiceTexts.noPayments}
              payments={data}
            />
          )}
        </ReadView>
        {notes.answer && notes.answer.data.length > 0 && (
          <CreditNotes notes={notes.answer.data} onChanged={again} />
        )}
        {inquiries.answer && inquiries.answer.data.length > 0 && (
          <InquiryList inquiries={inquiries.answer.data} onAnswered={again} />
        )}
        <InvoiceAttachments invoice={invoice} />
        <InvoiceLinks invoiceId={invoice.id} />
      </Stack>
    </Split>
  );
}

function PdfButton({ invoice }: { invoice: { id: string; accountRef: string } }) {
  return (
    <FileButton
      call="getInvoicePdf"
      input={{ params: { invoiceId: invoice.id } }}
      name={invoiceTexts.pdfName(invoice.accountRef)}
      label={invoiceTexts.pdf}
    />
  );
}

/** Mirrors the server's rule. A draft is issued first. */
const isSendable = ({ balance, status, voidedAt }: Invoice): boolean =>
  balance > 0 && status !== 'DRAFT' && voidedAt === null;

/** Emails an invoice to its customer, with a new link. The typed note stays when the dialog is closed. */
function SendButton({ invoice }: { invoice: Invoice }) {
  const can = useCan();
  const [note, setNote] = useState('');
  if (!can('write') || !isSendable(invoice)) return null;
  return (
    <OpenButton
      icon="mail"
      label={invoiceTexts.send}
      dialog={(onClose) => (
        <SendDialog invoice={invoice} note={note} onNoteChange={setNote} onClose={onClose} />
      )}
    />
  );
}

type SendDialogProps = {
  invoice: Invoice;
  note: string;
  onNoteChange: (note: string) => void;
  onClose: () => void;
};

function SendDialog({ invoice, note, onNoteChange, onClose }: SendDialogProps) {
  const { reads } = useClient();
  const form = useActionForm('sendInvoice', {
    input: { params: { invoiceId: invoice.id }, body: { note: note.trim() || null } },
    done: invoiceTexts.sent,
    onDone: () => {
      onNoteChange('');
      onClose();
      void reads.refresh();
    },
  });
  return (
    <ActionDialog
      title={invoiceTexts.sendTitle}
      text={invoiceTexts.sendText}
      submitLabel={invoiceTexts.sendNow}
      {...form.dialog}
      onClose={onClose}
    >
      <Input
        label={invoiceTexts.sendNote}
        isOptional
        hint={invoiceTexts.sendNoteHint}
        error={form.errorFor('note')}
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => onNoteChange(currentTarget.value)}
      />
    </ActionDialog>
  );
}

function InvoiceLines({ invoice }: { invoice: AnswerOf<'getInvoice'> }) {
  const { lines, tax, total } = invoice;
  const { line } = invoiceTexts;
  const numbered = lines.map((each, index) => ({ ...each, key: String(index) }));
  return (
    <Section title={invoiceTexts.lines}>
      {lines.length === 0 ? (
        <Text tone="muted">{invoiceTexts.noLines}</Text>
      ) : (
        <Stack gap={4}>
          <Table
            caption={invoiceTexts.lines}
            rows={numbered}
            rowKey={({ key }) => key}
            columns={[
              { header: line.text, isText: true, cell: ({ text }) => text },
              { header: line.quantity, align: 'end', cell: ({ quantity }) => quantity },
              { header: line.unitPrice, align: 'end', cell: (each) => formatMoney(each.unitPrice) },
              { header: line.tax, align: 'end', cell: (each) => formatMoney(each.tax) },
              { header: line.amount, align: 'end', cell: ({ amount }) => formatMoney(amount) },
            ]}
          />
          <SummaryList
            look="tight"
            rows={[
              {
                label: invoiceTexts.net,
                value: <Money text={formatMoney(subtractCents(total, tax))} />,
              },
              { label: invoiceTexts.tax, value: <Money text={formatMoney(tax)} /> },
              {
                label: invoiceTexts.total,
                value: <Money text={formatMoney(total)} />,
                isStrong: true,
              },
            ]}
          />
        </Stack>
      )}
    </Section>
  );
}
