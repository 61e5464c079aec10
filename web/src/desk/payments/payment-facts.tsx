// The details of a payment and, if it covers several invoices, its parts.

import { addCents } from '@quittance/contract/money';
import { processorLabel } from '@quittance/contract/processors/registry';
import { Link } from 'react-router';
import { SummaryList, type SummaryRow } from '../../shared/ui/data/summary-list.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatMoney, useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { MethodCell } from '../records/method-cell.tsx';
import { toName } from '../records/names.ts';
import { Table } from '../table/table.tsx';
import { paymentsTexts, paymentTexts } from '../texts/payments.ts';

type Payment = AnswerOf<'getPayment'>;

export function PaymentFacts({ payment }: { payment: Payment }) {
  const paths = usePaths();
  const { moment } = useMoments();
  const texts = paymentTexts;
  const { invoiceId, customerId, settledAt, processorReference, responseCode } = payment;
  const { receivedDate, note, warning } = payment;
  const customer = useRead('getCustomer', { params: { customerId } }).answer;
  const invoice = useInvoice(invoiceId);
  const rows: (SummaryRow | null)[] = [
    { label: texts.amount, value: <Money text={formatMoney(payment.amount)} /> },
    { label: texts.fee, value: <Money text={formatMoney(payment.fee)} /> },
    {
      label: payment.state === 'SUCCEEDED' ? texts.totalPaid : texts.total,
      value: <Money text={formatMoney(addCents(payment.amount, payment.fee))} />,
      isStrong: true,
    },
    payment.refunded > 0
      ? { label: texts.refunded, value: <Money text={formatMoney(payment.refunded)} /> }
      : null,
    { label: texts.method, value: <MethodCell {...payment} /> },
    {
      label: texts.customer,
      value: (
        <Link to={paths.customer(customerId)}>{customer ? toName(customer) : texts.customer}</Link>
      ),
    },
    invoiceId === null
      ? null
      : {
          label: texts.invoice,
          value: <Link to={paths.invoice(invoiceId)}>{invoice?.accountRef ?? texts.invoice}</Link>,
        },
    receivedDate === null ? null : { label: texts.received, value: formatDay(receivedDate) },
    note === null ? null : { label: texts.note, value: note },
    { label: texts.begun, value: moment(payment.createdAt) },
    { label: texts.settled, value: settledAt === null ? texts.none : moment(settledAt) },
    { label: texts.processor, value: processorLabel(payment.processor) },
    processorReference === null ? null : { label: texts.reference, value: processorReference },
    responseCode === null ? null : { label: texts.responseCode, value: responseCode },
    warning === null ? null : { label: texts.warning, value: texts.warnings[warning] },
    { label: texts.id, value: payment.id },
  ];
  return (
    <Section title={texts.facts}>
      <SummaryList rows={rows.filter((row) => row !== null)} />
    </Section>
  );
}

function useInvoice(invoiceId: string | null) {
  const params = { invoiceId: invoiceId ?? '' };
  return useRead('getInvoice', { params }, { isNeeded: invoiceId !== null }).answer;
}

type Part = Payment['parts'][number];

export function PaymentParts({ parts }: { parts: readonly Part[] }) {
  const paths = usePaths();
  const { part } = paymentTexts;
  return (
    <Section title={paymentTexts.parts}>
      <Table
        caption={paymentTexts.parts}
        rows={parts}
        rowKey={({ invoiceId }) => invoiceId}
        columns={[
          {
            header: part.invoice,
            cell: ({ invoiceId, accountRef }: Part) => (
              <Link to={paths.invoice(invoiceId)}>
                {accountRef || paymentsTexts.columns.invoice}
              </Link>
            ),
          },
          { header: part.amount, align: 'end', cell: ({ amount }) => formatMoney(amount) },
          { header: part.fee, align: 'end', cell: ({ fee }) => formatMoney(fee) },
          { header: part.refunded, align: 'end', cell: ({ refunded }) => formatMoney(refunded) },
        ]}
      />
    </Section>
  );
}
