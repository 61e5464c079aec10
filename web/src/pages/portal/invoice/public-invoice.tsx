// The page of a public link (R2): one invoice, or in a separate chunk a partial request or estimate. Updates
// when the payment settles.

import type { Company } from '@quittance/contract/schemas/company';
import { lazy, Suspense, useEffect } from 'react';
import { type ApiFailure, isStatus } from '../../../api/failure.ts';
import { connectSocket } from '../../../realtime/socket.ts';
import { openPublicLink, type PublicLink } from '../../../state/session/public-link.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store/hooks.ts';
import { LinkNotFound } from '../entry/link-not-found.tsx';
import { LoadFailure } from '../entry/load-failure.tsx';
import { InvoiceSkeleton } from './invoice-skeleton.tsx';
import { InvoiceView } from './invoice-view.tsx';

const PublicRequest = lazy(async () => ({
  default: (await import('../request/public-request.tsx')).PublicRequest,
}));

export function PublicInvoicePage(link: PublicLink) {
  const { company: domain, token } = link;
  const dispatch = useAppDispatch();
  const company = useAppSelector((state) => state.company.company);
  const invoice = useAppSelector((state) => state.invoices.selectedInvoice);
  const request = useAppSelector((state) => state.linkedRequest.request);
  const failure = useAppSelector(
    (state) => state.linkedRequest.failure ?? state.company.failure ?? state.invoices.failure,
  );
  const isLoading = useAppSelector(
    (state) =>
      state.company.isLoading || state.invoices.isInvoiceLoading || state.linkedRequest.isLoading,
  );
  const open = (): void => void dispatch(openPublicLink({ company: domain, token }));
  // The document may have started the request before rendering; it is not sent twice.
  const isAsked = isLoading || company !== null || failure !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once per link
  useEffect(() => {
    if (!isAsked) open();
  }, [dispatch, domain, token]);
  useLinkSocket({ link, isKnown: invoice !== null || request !== null });

  if (company && invoice) return <InvoiceView company={company} invoice={invoice} />;
  if (company && request)
    return (
      <Suspense fallback={<InvoiceSkeleton />}>
        <PublicRequest request={request} />
      </Suspense>
    );
  if (failure && !isLoading)
    return <Failed failure={failure} domain={domain} company={company} onRetry={open} />;
  return <InvoiceSkeleton />;
}

type FailedProps = {
  failure: ApiFailure;
  domain: string;
  company: Company | null;
  onRetry: () => void;
};

function Failed({ failure, domain, company, onRetry }: FailedProps) {
  if (isStatus(failure, 404)) return <LinkNotFound domain={domain} company={company} />;
  return <LoadFailure failure={failure} onRetry={onRetry} />;
}

/** Connects only for a link that resolved. */
function useLinkSocket({ link, isKnown }: { link: PublicLink; isKnown: boolean }): void {
  const { company, token } = link;
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!isKnown) return;
    return connectSocket({ auth: { company, link: token }, dispatch });
  }, [dispatch, company, token, isKnown]);
}
