// One invoice of a signed-in customer (R2): the view of a public link plus account details and a link back to the
// list. After 'Pay' in the list, the popup opens at once.

import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { type MouseEvent, useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router';
import { invoiceTexts } from '#texts/account/invoice';
import { errorTexts } from '#texts/shared/errors';
import { isStatus } from '../../../shared/api/http.ts';
import { useScrollRestoration } from '../../../shared/hooks/use-scroll-restoration.ts';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { payState } from '../../invoices/pay-state.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { invoiceRequests } from '../../store/open-invoice.ts';
import { popupOpened } from '../../store/popup.ts';
import { invoicePaymentsRead, invoiceRead, selectCompany, toInvoice } from '../../store/reads.ts';
import { useRead } from '../../store/use-read.ts';
import { BackLink } from '../entry/back-link.tsx';
import { LoadFailure } from '../entry/load-failure.tsx';
import { ResourceNotFound } from '../entry/resource-not-found.tsx';
import { InvoiceSkeleton } from './invoice-skeleton.tsx';
import { InvoiceView, PAYMENTS_ID } from './invoice-view.tsx';

export function CustomerInvoicePage() {
  const { company: domain = '', invoiceRef = '' } = useParams();
  const company = useAppSelector(selectCompany);
  const requests = invoiceRequests(invoiceRef);
  const { value, ...read } = useRead<'invoice' | 'publicInvoice'>({
    read: invoiceRead,
    request: requests.invoice,
  });
  const invoice = toInvoice(value);
  const listed = useRead<'invoiceTransactions' | 'publicInvoiceTransactions'>({
    read: invoicePaymentsRead,
    request: requests.payments,
  });
  const payments = { ...listed, value: listed.value?.transactions ?? null };
  useScrollRestoration(invoice !== null);
  usePaymentsInSight(invoice !== null);
  usePayAtOnce(invoice);

  if (company && invoice) {
    const back = <BackToList domain={domain} />;
    const file = 'id' in invoice ? { id: invoice.id } : null;
    return (
      <InvoiceView
        company={company}
        invoice={invoice}
        payments={payments}
        file={file}
        back={back}
      />
    );
  }
  if (read.failure) {
    if (isStatus(read.failure, 404)) {
      const title = errorTexts.ACCOUNT_NOT_FOUND;
      const all = hrefTo(PORTAL_PAGES.invoices, { company: domain });
      return <ResourceNotFound title={title} href={all} label={invoiceTexts.all} />;
    }
    const retry = (): void => {
      read.again();
      payments.again();
    };
    const { failure, isLoading } = read;
    return <LoadFailure isInToast failure={failure} onRetry={retry} isRetrying={isLoading} />;
  }
  return <InvoiceSkeleton />;
}

function hasMark(state: unknown, mark: 'isFromList' | 'isPayWanted'): boolean {
  return typeof state === 'object' && state !== null && mark in state;
}

/** Opens the PAY popup once after 'Pay' in the list, and not again on history navigation. */
function usePayAtOnce(invoice: PublicInvoice | null): void {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const isWanted = hasMark(state, 'isPayWanted');
  const requestId = invoice?.requestId ?? null;
  const isPayable = invoice !== null && payState(invoice) === 'payable';
  useEffect(() => {
    if (!isWanted || requestId === null) return;
    void navigate(pathname, { replace: true, state: { isFromList: true } });
    if (isPayable) dispatch(popupOpened({ name: 'PAY', buffer: { requestId } }));
  }, [isWanted, requestId, isPayable, pathname, navigate, dispatch]);
}

function usePaymentsInSight(isReady: boolean): void {
  const { hash } = useLocation();
  const how = useNavigationType();
  useEffect(() => {
    if (!isReady || how === 'POP' || hash !== `#${PAYMENTS_ID}`) return;
    document.getElementById(PAYMENTS_ID)?.scrollIntoView({ block: 'center' });
  }, [isReady, how, hash]);
}

/**
 * Goes back in the history to keep the search and scroll position. If the invoice was not opened from a list, goes
 * to all invoices.
 */
function BackToList({ domain }: { domain: string }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isFromList = hasMark(state, 'isFromList');
  const goBack = (event: MouseEvent): void => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!isFromList || !isPlain) return;
    event.preventDefault();
    void navigate(-1);
  };
  const href = hrefTo(PORTAL_PAGES.invoices, { company: domain });
  return <BackLink to={href} label={invoiceTexts.back} onClick={goBack} />;
}
