// Several invoices that are paid with one charge (R48): how the payment is split, and the pay card.

import { formatMoney } from '@quittance/contract/format';
import type { RequestId } from '@quittance/contract/ids';
import { addCents } from '@quittance/contract/money';
import type { InvoiceSelection } from '@quittance/contract/requests/invoice-selection';
import { Link, useParams } from 'react-router';
import { payInvoicesTexts } from '#texts/account/pay-invoices';
import { payableTexts } from '#texts/payment/payable';
import { requestTexts } from '#texts/payment/request';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import type { SelectedState } from '../../../shared/lib/selected-state.ts';
import { buttonClass } from '../../../shared/ui/actions/button-class.ts';
import { DataTable } from '../../../shared/ui/data/data-table.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Split } from '../../../shared/ui/layout/split.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { splitColumns } from '../../requests/split-columns.tsx';
import { useAppSelector } from '../../store/hooks.ts';
import { selectionRead } from '../../store/reads.ts';
import { useRead } from '../../store/use-read.ts';
import { BackLink } from '../entry/back-link.tsx';
import { ResourceFailure } from '../entry/resource-failure.tsx';
import { isClosed, RequestCard } from '../request/request-card.tsx';

export function SelectionPage() {
  const { company: domain = '', requestId = '' } = useParams();
  // The cast is safe because the server responds with 404 to an id that is not a request id of this customer.
  const params = { id: requestId as RequestId };
  const { previous, failure, isLoading, again } = useRead({
    read: selectionRead,
    request: { route: 'invoiceSelection', params },
  });
  const company = { company: domain };
  // A selection that was just created is available before it is read.
  const selection = previous?.selection;
  if (selection?.requestId === requestId) return <View selection={selection} {...company} />;
  const href = hrefTo(PORTAL_PAGES.invoices, company);
  return (
    <ResourceFailure
      failure={failure}
      notFound={{
        title: payInvoicesTexts.noSuchPayment,
        href,
        label: payInvoicesTexts.backToInvoices,
      }}
      title={requestTexts.failed}
      onRetry={again}
      isRetrying={isLoading}
    />
  );
}

/** An invoice was paid or changed after it was selected. The selection never changes, so the payer makes a new one. */
function Outdated({ company, selected }: { company: string; selected: SelectedState }) {
  const { title, text, action } = payInvoicesTexts.outdated;
  return (
    <Stack gap={4}>
      <Notice tone="warning" title={title}>
        {text}
      </Notice>
      <Link
        className={buttonClass({ size: 'large', isWide: true })}
        to={hrefTo(PORTAL_PAGES.payInvoices, { company })}
        state={selected}
      >
        {action}
      </Link>
    </Stack>
  );
}

function View({ selection, company }: { selection: InvoiceSelection; company: string }) {
  const { requestId, invoices, payable, isPaid } = selection;
  const total = addCents(...invoices.map(({ amount }) => amount));
  // The amounts of an outdated selection are no longer owed.
  const isOutdated = isClosed(selection);
  const paidFee = useAppSelector(({ request }) =>
    isPaid && request.requestId === requestId ? (request.payment?.fee ?? null) : null,
  );
  const hasFee = payable.kinds.some((kind) => payable.fees[kind].fee > 0) || Boolean(paidFee);
  const selected: SelectedState = { selected: invoices.map(({ id }) => id) };
  const back = isPaid
    ? { to: PORTAL_PAGES.invoices, label: payInvoicesTexts.backToInvoices }
    : { to: PORTAL_PAGES.payInvoices, label: payInvoicesTexts.change };
  return (
    <PageColumn>
      <Stack gap={6}>
        <Stack gap={2}>
          <BackLink to={hrefTo(back.to, { company })} label={back.label} state={selected} />
          <Heading level={1}>{payableTexts.invoices}</Heading>
          <Text size="large" tone="muted">
            {payInvoicesTexts.chosen(invoices.length)}
            {!isOutdated && `, ${formatMoney(total)}`}
          </Text>
        </Stack>
        <Split
          asideFirst
          aside={
            <RequestCard
              requestId={requestId}
              payable={payable}
              isPaid={isPaid}
              paidCents={total}
              closed={<Outdated company={company} selected={selected} />}
            />
          }
        >
          <Stack gap={3}>
            <DataTable
              caption={payInvoicesTexts.split}
              columns={splitColumns(selection, paidFee)}
              rows={invoices}
              rowKey={({ id }) => id}
            />
            {hasFee && (
              <Text size="small" tone="subtle">
                {payInvoicesTexts.explained}
              </Text>
            )}
          </Stack>
        </Split>
      </Stack>
    </PageColumn>
  );
}
