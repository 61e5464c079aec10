// The page of a public link (R2): an invoice or, in a separate chunk, a partial request or estimate. It updates
// when the payment settles.

import { RECOVERY_FRAGMENT } from '@quittance/contract/pages';
import { useEffect } from 'react';
import { shallowEqual } from 'react-redux';
import { notFoundTexts } from '#texts/site/not-found';
import type { ApiFailure } from '../../../shared/api/client.ts';
import { isStatus } from '../../../shared/api/http.ts';
import { toContact } from '../../../shared/lib/contact-of.ts';
import { PUBLIC_PAGES } from '../../../shared/lib/paths.ts';
import { buttonClass } from '../../../shared/ui/actions/button-class.ts';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx';
import { MessagePage } from '../../../shared/ui/feedback/message-page.tsx';
import { NotShown } from '../../../shared/ui/feedback/not-shown.tsx';
import { onDemand } from '../../../shared/ui/feedback/on-demand.tsx';
import { Contact } from '../../../shared/ui/text/contact.tsx';
import { Sentence } from '../../../shared/ui/text/sentence.tsx';
import { connectSocket } from '../../realtime/socket.ts';
import { useAppDispatch, useOpeningSelector } from '../../store/hooks.ts';
import { openPublicLink, type PublicLink } from '../../store/public-link.ts';
import type { WithReads } from '../../store/read.ts';
import {
  companyRead,
  invoicePaymentsRead,
  invoiceRead,
  linkedRequestRead,
  selectBrand,
  selectCompany,
  selectInvoice,
  selectInvoicePayments,
} from '../../store/reads.ts';
import { LoadFailure } from '../entry/load-failure.tsx';
import { InvoiceSkeleton } from './invoice-skeleton.tsx';
import { InvoiceView } from './invoice-view.tsx';

const PublicRequest = onDemand(
  async () => (await import('../request/public-request.tsx')).PublicRequest,
  {
    waiting: () => <InvoiceSkeleton />,
    failed: (retry) => <NotShown as="page" onRetry={retry} />,
  },
).Component;

/** A separate chunk, because few links recover a failed charge (ADR 0093). */
const RecoveryNotice = onDemand(
  async () => (await import('./recovery-notice.tsx')).RecoveryNotice,
  { waiting: () => null },
).Component;

export function PublicInvoicePage(link: PublicLink) {
  const { company: domain, token } = link;
  const dispatch = useAppDispatch();
  const company = useOpeningSelector(selectCompany);
  const invoice = useOpeningSelector(selectInvoice);
  const request = useOpeningSelector(linkedRequestRead.answerIn);
  const { isAsked, isRetrying, failure } = useOpeningSelector(selectLinkProgress, shallowEqual);
  const payments = useLinkPayments();
  const open = (): void => void dispatch(openPublicLink({ company: domain, token }));

  // The document may have started the request before rendering, and it must not be sent twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once per link
  useEffect(() => {
    if (!isAsked) open();
  }, [dispatch, domain, token]);
  useLinkSocket({ link, isKnown: invoice !== null || request !== null });

  if (company && invoice)
    return (
      <InvoiceView
        company={company}
        invoice={invoice}
        payments={payments}
        file={link}
        back={isRecovery() && <RecoveryNotice {...link} />}
      />
    );
  if (company && request) return <PublicRequest request={request} />;
  if (failure)
    return <Failed failure={failure} isRetrying={isRetrying} domain={domain} onRetry={open} />;
  return <InvoiceSkeleton />;
}

const isRecovery = () => window.location.hash === RECOVERY_FRAGMENT;

/** Progress of the reads that the page requires. A link without an invoice may belong to a request. */
function selectLinkProgress(state: WithReads) {
  const company = companyRead.stateIn(state);
  const invoice = invoiceRead.stateIn(state);
  const request = linkedRequestRead.stateIn(state);
  const parts = [request, company, invoice].filter((read) => read !== undefined);
  const isWaiting = parts.some((read) => read.isLoading && !read.failure && !read.heldKey);
  // Nothing has failed yet between the "no invoice" response and the read of another payable.
  const isUndecided = !request && company?.heldKey != null && isStatus(invoice?.failure, 404);
  const failed = isWaiting || isUndecided ? null : parts.find(({ failure }) => failure !== null);
  return {
    isAsked: company !== undefined,
    isRetrying: Boolean(failed) && parts.some((read) => read.isLoading),
    failure: failed?.failure ?? null,
  };
}

function useLinkPayments() {
  const dispatch = useAppDispatch();
  const failure = useOpeningSelector(
    (state) => invoicePaymentsRead.stateIn(state)?.failure ?? null,
  );
  const held = useOpeningSelector(selectInvoicePayments);
  const again = (): void => void dispatch(invoicePaymentsRead.again());
  return { value: held, failure: held ? null : failure, again };
}

type FailedProps = {
  failure: ApiFailure;
  isRetrying: boolean;
  domain: string;
  onRetry: () => void;
};

function Failed({ failure, isRetrying, domain, onRetry }: FailedProps) {
  if (isStatus(failure, 404)) return <LinkNotFound domain={domain} />;
  return <LoadFailure failure={failure} onRetry={onRetry} isRetrying={isRetrying} />;
}

/** Connects only after the link has been resolved. */
function useLinkSocket({ link, isKnown }: { link: PublicLink; isKnown: boolean }): void {
  const { company, token } = link;
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!isKnown) return;
    return connectSocket({ auth: { company, link: token }, dispatch });
  }, [dispatch, company, token, isKnown]);
}

const texts = notFoundTexts.link;

/** A public link that opens nothing. Unknown, foreign, expired and revoked links look the same (R4). */
function LinkNotFound({ domain }: { domain: string }) {
  const company = useOpeningSelector(selectBrand);
  const sender = company ? <Contact key="sender" {...toContact(company)} /> : texts.someSender;
  const resolve = `${PUBLIC_PAGES.resolve.path}?${new URLSearchParams({ company: domain })}`;
  return (
    <MessagePage heading={texts.heading}>
      <EmptyState
        icon="search"
        title={texts.title}
        text={<Sentence parts={texts.text(sender)} />}
        action={
          <a className={buttonClass()} href={resolve}>
            {texts.action}
          </a>
        }
      />
    </MessagePage>
  );
}
