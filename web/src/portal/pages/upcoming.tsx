// The calendar of upcoming charges of a signed-in customer (ADR 0092), by month, and its private feed.

import type { UpcomingCharge } from '@quittance/contract/statements/upcoming-charges';
import { useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { upcomingTexts } from '#texts/account/upcoming';
import { formatMonth } from '../../shared/lib/format.ts';
import { CursorPager } from '../../shared/ui/data/cursor-pager.tsx';
import { Busy } from '../../shared/ui/feedback/busy.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { PageColumn } from '../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { ChangeCharge, type ChargeAction } from '../arrangements/change-charge.tsx';
import { ChargeCard } from '../arrangements/charge-card.tsx';
import { ExcludedInvoices } from '../arrangements/excluded-invoices.tsx';
import { FeedCard } from '../arrangements/feed-card.tsx';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { popupOpened } from '../store/popup.ts';
import { useRead } from '../store/use-read.ts';

type Months = { name: string; charges: UpcomingCharge[] }[];

function byMonth(charges: readonly UpcomingCharge[]): Months {
  const months: Months = [];
  for (const charge of charges) {
    const name = formatMonth(charge.date);
    const last = months.at(-1);
    if (last?.name === name) last.charges.push(charge);
    else months.push({ name, charges: [charge] });
  }
  return months;
}

/** 'plan:<id>:2' belongs to 'plan:<id>'; every other charge stands alone. */
const toArrangement = ({ kind, key }: UpcomingCharge): string =>
  kind === 'installment' ? key.slice(0, key.lastIndexOf(':')) : key;

/** A plan is canceled as a whole, so only the first of its charges offers that. */
function offersCancel(charge: UpcomingCharge, charges: readonly UpcomingCharge[]): boolean {
  const arrangement = toArrangement(charge);
  return charges.find((each) => toArrangement(each) === arrangement) === charge;
}

/** Reloads after a popup closes, because it may have canceled a payment. */
function useAfterPopup(again: () => void): void {
  const isOpen = useAppSelector(({ popup }) => popup.popupName !== null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) again();
    wasOpen.current = isOpen;
  }, [isOpen, again]);
}

function useCancel() {
  const dispatch = useAppDispatch();
  return ({ kind, invoice }: UpcomingCharge): void => {
    const confirmPopupType = kind === 'schedule' ? 'cancelScheduledPayment' : 'cancelPaymentPlan';
    const buffer = { confirmPopupType, invoiceRef: invoice.internalRef } as const;
    dispatch(popupOpened({ name: 'CONFIRM', buffer }));
  };
}

const LIMIT = 25;

export function UpcomingPage() {
  const { company: domain = '' } = useParams();
  const [query] = useSearchParams();
  const cursor = query.get('after');
  const id = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const asked = { limit: LIMIT, ...(cursor ? { cursor } : {}) };
  const {
    previous: value,
    failure,
    again,
  } = useRead({
    request: id && { route: 'upcomingCharges', params: { id }, query: asked },
  });
  const [changing, setChanging] = useState<ChargeActionTarget | null>(null);
  const cancel = useCancel();
  useAfterPopup(again);
  const done = (): void => {
    setChanging(null);
    again();
  };
  return (
    <PageColumn>
      <Stack gap={6}>
        <Stack gap={2}>
          <Heading level={1}>{upcomingTexts.title}</Heading>
          <Text tone="muted">{upcomingTexts.lead}</Text>
        </Stack>
        {failure && !value && (
          <ErrorState title={upcomingTexts.failed} text={failureText(failure)} onRetry={again} />
        )}
        {!failure && !value && (
          <Busy>
            <Skeleton shape="block" height="240px" />
          </Busy>
        )}
        {value?.charges.length === 0 && (
          <EmptyState icon="calendar" title={upcomingTexts.none} text={upcomingTexts.noneHint} />
        )}
        {value &&
          byMonth(value.charges).map(({ name, charges }) => (
            <Stack key={name} as="section" gap={3}>
              <Heading level={2}>{name}</Heading>
              {charges.map((charge) => (
                <ChargeCard
                  key={charge.key}
                  charge={charge}
                  domain={domain}
                  onChange={(action) => setChanging({ charge, action })}
                  onCancel={offersCancel(charge, value.charges) ? () => cancel(charge) : null}
                />
              ))}
            </Stack>
          ))}
        <CursorPager label={upcomingTexts.pager} nextCursor={value?.nextCursor ?? null} />
        {value && value.excluded.length > 0 && (
          <ExcludedInvoices invoices={value.excluded} domain={domain} onChanged={again} />
        )}
        {value && <FeedCard isActive={value.feed !== null} onChanged={again} />}
      </Stack>
      {changing && <ChangeCharge {...changing} onClose={() => setChanging(null)} onDone={done} />}
    </PageColumn>
  );
}

type ChargeActionTarget = { charge: UpcomingCharge; action: ChargeAction };
