// Shows what a payment in progress is waiting for, in place of the pay button. A challenge that was closed is
// continued or canceled in the popup (R43).

import { invoiceTexts } from '#texts/account/invoice';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Questions } from '../invoices/questions.tsx';
import { undecidedChallenge } from '../store/challenge.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { popupOpened } from '../store/popup.ts';
import { selectCompany } from '../store/reads.ts';
import { selectIsDebitPending, selectPendingDebit } from '../store/selectors.ts';
import { useFullStore } from '../store/use-full-store.ts';

/** A separate chunk, because few invoices have a pending debit. */
const DebitTimelineSteps = onDemand(
  async () => (await import('./debit-timeline.tsx')).DebitTimelineSteps,
  { waiting: () => null },
).Component;

const NOTICE_HEIGHT = '96px';

type RunningNoticeProps = { processing?: { title?: string; text: string } };

export function RunningNotice(props: RunningNoticeProps) {
  return useFullStore() ? <FollowedNotice {...props} /> : <NoticeSkeleton />;
}

function NoticeSkeleton() {
  return <Skeleton shape="block" height={NOTICE_HEIGHT} />;
}

function FollowedNotice({ processing = invoiceTexts.processing }: RunningNoticeProps) {
  const dispatch = useAppDispatch();
  const isDebit = useAppSelector(selectIsDebitPending);
  const days = useAppSelector(selectPendingDebit);
  const isUndecided = useAppSelector(({ request }) => undecidedChallenge(request) !== null);
  // A payment that was sent before a reload may wait for the bank.
  const isKnown = useAppSelector(
    ({ request }) =>
      request.isStatusKnown || (request.isPaymentInProcessing && !request.isAnswerLost),
  );
  const company = useAppSelector(selectCompany);
  const { challenge, debit } = invoiceTexts;
  const requestId = useAppSelector(({ request }) => request.requestId);
  if (!isKnown) return <NoticeSkeleton />;
  if (isUndecided && requestId) {
    const decide = () => void dispatch(popupOpened({ name: 'PAY', buffer: { requestId } }));
    return (
      <Notice
        tone="warning"
        title={challenge.title}
        action={{ label: challenge.action, onClick: decide }}
      >
        {challenge.text}
      </Notice>
    );
  }
  const { title, text } = isDebit ? debit : processing;
  return (
    <Stack gap={4}>
      <Notice tone="info" {...(title ? { title } : {})}>
        {text}
        <Questions company={company} />
      </Notice>
      {isDebit && days && <DebitTimelineSteps debit={days} outcome={null} />}
    </Stack>
  );
}
