// One invoice of a signed-in customer (R2): the same view as behind a public link, with everything a link
// does not show.

import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { isStatus } from '../../api/failure.ts';
import { hrefTo, PORTAL_PAGES } from '../../lib/paths.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { openInvoice } from '../../state/open-invoice.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { InvoiceSkeleton } from './invoice-skeleton.tsx';
import { InvoiceView } from './invoice-view.tsx';
import { LoadFailure } from './load-failure.tsx';

export function CustomerInvoicePage() {
  const { company: domain = '', invoiceRef = '' } = useParams();
  const dispatch = useAppDispatch();
  const company = useAppSelector((state) => state.company.company);
  const {
    selectedInvoice: invoice,
    failure,
    isInvoiceLoading,
  } = useAppSelector(({ invoices }) => invoices);
  const open = (): void => void dispatch(openInvoice(invoiceRef));
  useEffect(open, [dispatch, invoiceRef]);

  if (company && invoice?.accountRef === invoiceRef)
    return <InvoiceView company={company} invoice={invoice} />;
  if (failure && !isInvoiceLoading) {
    if (isStatus(failure, 404)) return <NoSuchInvoice domain={domain} />;
    return <LoadFailure failure={failure} onRetry={open} />;
  }
  return <InvoiceSkeleton />;
}

function NoSuchInvoice({ domain }: { domain: string }) {
  return (
    <PageColumn width="narrow">
      <EmptyState
        icon="search"
        title="There is no such invoice"
        text="It may belong to somebody else, or its reference lost a part."
        action={
          <Link
            className={buttonClass({ variant: 'secondary' })}
            to={hrefTo(PORTAL_PAGES.invoices, { company: domain })}
          >
            All invoices
          </Link>
        }
      />
    </PageColumn>
  );
}
