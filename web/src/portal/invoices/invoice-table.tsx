// A list of invoices with due date, status, remaining balance and next step.

import { daysBetween } from '@quittance/contract/dates';
import { formatMoney } from '@quittance/contract/format';
import type { Invoice, PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { isPaid } from '@quittance/domain/status/invoice-status';
import { Link } from 'react-router';
import { invoiceListTexts } from '#texts/account/invoice-lists';
import { payInvoicesTexts } from '#texts/account/pay-invoices';
import { formatDate, joinFacts } from '../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import type { Column } from '../../shared/ui/data/data-columns.ts';
import { DataTable } from '../../shared/ui/data/data-table.tsx';
import { RemainingBalance } from '../../shared/ui/data/remaining-balance.tsx';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { titleLinkClass } from '../../shared/ui/text/link-class.ts';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { nextPaymentText, overdueText } from './due-line.tsx';
import { openCents, payState, savedByOffer } from './pay-state.ts';
import { InvoiceBadge } from './status-badge.tsx';

const texts = invoiceListTexts;

/** History state: the invoice was opened from a list, and its PAY popup should open at once. */
export type InvoiceLinkState = { isFromList: true; isPayWanted?: true };

const FROM_LIST: InvoiceLinkState = { isFromList: true };

const STEPS: Record<NextStep, { label: string; state: InvoiceLinkState; hash: string }> = {
  pay: { label: texts.step.pay, state: { ...FROM_LIST, isPayWanted: true }, hash: '' },
  view: { label: texts.step.view, state: FROM_LIST, hash: '' },
  receipt: { label: texts.step.receipt, state: FROM_LIST, hash: '#payments' },
};

function remainingDaysText({ dueDate, today, status }: Invoice): string | null {
  if (isPaid(status)) return null;
  const days = daysBetween({ from: today, to: dueDate });
  return days === 0 ? texts.dueToday : texts.dueIn(days);
}

function Due({ invoice }: { invoice: Invoice }) {
  const next = nextPaymentText(invoice);
  const overdue = next ? null : overdueText(invoice);
  const note = next ?? overdue ?? remainingDaysText(invoice);
  return (
    <TwoLineCell note={note} noteTone={overdue ? 'danger' : 'subtle'}>
      <Text>{formatDate(invoice.dueDate)}</Text>
    </TwoLineCell>
  );
}

/** The same amount as on the invoice page. Mentions an settlement offer (R11). */
function Balance({ invoice }: { invoice: Invoice }) {
  const left = openCents(invoice);
  const saves = savedByOffer(invoice);
  if (saves !== null)
    return (
      <TwoLineCell note={texts.offer(formatMoney(saves))}>
        <Money text={formatMoney(left)} isStrong />
      </TwoLineCell>
    );
  return (
    <RemainingBalance
      left={formatMoney(left)}
      total={formatMoney(invoice.totalBalance)}
      isStrong={left > 0}
    />
  );
}

/** The invoices that the payer selects in the list to pay together (R48). */
export type InvoiceMarks = {
  canMark: (invoice: Invoice) => boolean;
  isMarked: (invoice: Invoice) => boolean;
  onMark: (invoice: Invoice) => void;
};

function Mark({ invoice, marks }: { invoice: Invoice; marks: InvoiceMarks }) {
  return (
    <Checkbox
      isChecked={marks.isMarked(invoice)}
      disabled={!marks.canMark(invoice)}
      onCheckedChange={() => marks.onMark(invoice)}
    >
      <VisuallyHidden>{payInvoicesTexts.select(invoice.accountRef)}</VisuallyHidden>
    </Checkbox>
  );
}

function columnsFor(domain: string, marks: InvoiceMarks | null): Column<Invoice>[] {
  const toHref = ({ accountRef }: Invoice): string =>
    hrefTo(PORTAL_PAGES.invoice, { company: domain, invoiceRef: accountRef });
  return [
    {
      key: 'invoice',
      header: texts.columns.invoice,
      card: 'title',
      width: '32%',
      cell: (invoice) => (
        <Stack direction="row" gap={2} align="start">
          {marks && <Mark invoice={invoice} marks={marks} />}
          <TwoLineCell note={joinFacts([invoice.productName, invoice.project?.projectName])}>
            <Link className={titleLinkClass()} to={toHref(invoice)} state={FROM_LIST}>
              {invoice.accountRef}
            </Link>
          </TwoLineCell>
        </Stack>
      ),
    },
    {
      key: 'due',
      header: texts.columns.due,
      width: '26%',
      card: 'row',
      cell: (invoice) => <Due invoice={invoice} />,
    },
    {
      key: 'status',
      header: texts.columns.status,
      card: 'badge',
      cell: ({ status }) => <InvoiceBadge status={status} />,
    },
    {
      key: 'balance',
      header: texts.columns.balance,
      isWhole: true,
      align: 'end',
      card: 'aside',
      cell: (invoice) => <Balance invoice={invoice} />,
    },
    {
      key: 'step',
      header: texts.columns.step,
      isHeaderHidden: true,
      align: 'end',
      card: 'action',
      width: '96px',
      cell: (invoice) => {
        const { label, state, hash } = STEPS[nextStep(invoice)];
        return (
          <Link
            className={buttonClass({ variant: 'quiet', size: 'small', isFlush: true })}
            to={`${toHref(invoice)}${hash}`}
            state={state}
            aria-label={texts.stepNamed(label, invoice.accountRef)}
          >
            {label}
          </Link>
        );
      },
    },
  ];
}

type InvoiceTableProps = {
  domain: string;
  invoices: readonly Invoice[] | null;
  marks?: InvoiceMarks | null;
};

export function InvoiceTable({ domain, invoices, marks = null }: InvoiceTableProps) {
  return (
    <DataTable
      caption={texts.invoices}
      columns={columnsFor(domain, marks)}
      rows={invoices}
      rowKey={({ id }) => id}
    />
  );
}

type NextStep = 'pay' | 'view' | 'receipt';

function nextStep(invoice: Pick<PublicInvoice, 'status' | 'payable'>): NextStep {
  const state = payState(invoice);
  if (state === 'paid') return 'receipt';
  // An invoice with an arrangement can be paid today, but that is not its next step.
  const isArranged =
    invoice.status === 'PAYMENT_PLAN_IN_PROGRESS' || invoice.status === 'PAYMENT_EXTENSION';
  return state === 'payable' && !isArranged ? 'pay' : 'view';
}
