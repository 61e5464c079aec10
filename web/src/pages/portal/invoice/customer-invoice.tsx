// One invoice of a signed-in customer (R2): the view of a public link plus account details, the way back to
// the list, and the popup at once after 'Pay' in the list.

import { type MouseEvent, useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router';
import { invoiceTexts } from '#texts/account/invoice';
import { isStatus } from '../../../api/failure.ts';
import { payState } from '../../../features/invoice/pay-state.ts';
import { useScrollRestoration } from '../../../lib/hooks/use-scroll-restoration.ts';
import { useWindowReturn } from '../../../lib/hooks/use-window-return.ts';
import { hrefTo, PORTAL_PAGES } from '../../../lib/paths.ts';
import { openInvoice } from '../../../state/account/open-invoice.ts';
import { reloadInvoice } from '../../../state/session/public-link.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store/hooks.ts';
import { popupOpened } from '../../../state/store/popup.ts';
import { BackLink } from '../entry/back-link.tsx';
import { LoadFailure } from '../entry/load-failure.tsx';
import { ResourceNotFound } from '../entry/resource-not-found.tsx';
import { InvoiceSkeleton } from './invoice-skeleton.tsx';
import { InvoiceView, PAYMENTS_ID } from './invoice-view.tsx';

export function CustomerInvoicePage() {
  const { company: domain = '', invoiceRef = '' } = useParams();
  const dispatch = useAppDispatch();
  const company = useAppSelector((state) => state.company.company);
  const { selectedInvoice, failure, isInvoiceLoading } = useAppSelector(({ invoices }) => invoices);
  const invoice = selectedInvoice?.accountRef === invoiceRef ? selectedInvoice : null;
  const open = (): void => void dispatch(openInvoice(invoiceRef));
  useEffect(open, [dispatch, invoiceRef]);
  useWindowReturn(() => void dispatch(reloadInvoice()));
  useScrollRestoration(invoice !== null);
  usePaymentsInSight(invoice !== null);
  usePayAtOnce(invoice ? payState(invoice) === 'payable' : null);

  if (company && invoice) {
    return (
      <InvoiceView company={company} invoice={invoice} back={<BackToList domain={domain} />} />
    );
  }
  if (failure && !isInvoiceLoading) {
    if (isStatus(failure, 404)) {
      const { title, action } = invoiceTexts.noSuchInvoice;
      const all = hrefTo(PORTAL_PAGES.invoices, { company: domain });
      return <ResourceNotFound title={title} href={all} label={action} />;
    }
    return <LoadFailure failure={failure} onRetry={open} />;
  }
  return <InvoiceSkeleton />;
}

function hasMark(state: unknown, mark: 'isFromList' | 'isPayWanted'): boolean {
  return typeof state === 'object' && state !== null && mark in state;
}

/** Opens the PAY popup once after 'Pay' in the list, not again on history navigation. */
function usePayAtOnce(isPayable: boolean | null): void {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const isWanted = hasMark(state, 'isPayWanted');
  useEffect(() => {
    if (!isWanted || isPayable === null) return;
    void navigate(pathname, { replace: true, state: { isFromList: true } });
    if (isPayable) dispatch(popupOpened({ name: 'PAY' }));
  }, [isWanted, isPayable, pathname, navigate, dispatch]);
}

/** 'Receipt' in the list scrolls to the payments. */
function usePaymentsInSight(isReady: boolean): void {
  const { hash } = useLocation();
  const how = useNavigationType();
  useEffect(() => {
    if (!isReady || how === 'POP' || hash !== `#${PAYMENTS_ID}`) return;
    document.getElementById(PAYMENTS_ID)?.scrollIntoView({ block: 'center' });
  }, [isReady, how, hash]);
}

/** Goes back in the history to keep search and scroll position; otherwise to all invoices. */
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
