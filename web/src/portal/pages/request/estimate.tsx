// One estimate: items, total, acceptance while it is open, and payment afterwards (R25).

import { formatMoney } from '@quittance/contract/format';
import type { EstimateId } from '@quittance/contract/ids';
import type { Estimate } from '@quittance/contract/projects/portal-schemas';
import { useState } from 'react';
import { useParams } from 'react-router';
import { estimateTexts } from '#texts/account/estimate';
import { projectsTexts } from '#texts/account/projects';
import { toContact } from '../../../shared/lib/contact-of.ts';
import { formatDate } from '../../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Split } from '../../../shared/ui/layout/split.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Contact } from '../../../shared/ui/text/contact.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import { Sentence } from '../../../shared/ui/text/sentence.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { acceptEstimate } from '../../store/projects.ts';
import { estimateRead, selectCompany } from '../../store/reads.ts';
import { useRead } from '../../store/use-read.ts';
import { BackLink } from '../entry/back-link.tsx';
import { ResourceFailure } from '../entry/resource-failure.tsx';
import { EstimateHeading, EstimateItems } from './estimate-details.tsx';
import { RequestCard } from './request-card.tsx';

export function EstimatePage() {
  const { company: domain = '', estimateId = '' } = useParams();
  const { estimate, failure, isRetrying, isAccepting, accept, retry } = useEstimate(estimateId);
  const href = hrefTo(PORTAL_PAGES.projects, { company: domain });
  if (estimate) {
    const aside = <Aside estimate={estimate} isAccepting={isAccepting} onAccept={accept} />;
    return (
      <PageColumn>
        <Stack gap={6}>
          <Stack gap={2}>
            <BackLink to={href} label={projectsTexts.all} />
            <EstimateHeading estimate={estimate} />
          </Stack>
          <Split asideFirst aside={aside}>
            <EstimateItems items={estimate.items} />
          </Split>
        </Stack>
      </PageColumn>
    );
  }
  return (
    <ResourceFailure
      failure={failure}
      notFound={{ title: estimateTexts.noSuchEstimate, href, label: projectsTexts.all }}
      title={estimateTexts.failed}
      onRetry={retry}
      isRetrying={isRetrying}
    />
  );
}

type AsideProps = { estimate: Estimate; isAccepting: boolean; onAccept: () => void };

function Aside({ estimate, isAccepting, onAccept }: AsideProps) {
  const { total, expiresOn, isAcceptable, requestId, payable, paidBalance } = estimate;
  const company = useAppSelector(selectCompany);
  const contact = company && <Contact key="contact" {...toContact(company)} />;
  if (payable && requestId)
    return (
      <RequestCard
        requestId={requestId}
        payable={payable}
        isPaid={paidBalance >= total}
        paidCents={paidBalance}
      />
    );
  return (
    <Card label={estimateTexts.decision}>
      <Stack gap={5}>
        <Stack gap={1}>
          <Text tone="muted">{estimateTexts.total}</Text>
          <Money text={formatMoney(total)} size="hero" />
          <Text tone="muted">
            {isAcceptable ? estimateTexts.standsUntil(formatDate(expiresOn)) : estimateTexts.over}
          </Text>
        </Stack>
        {isAcceptable ? (
          <>
            <Button size="large" isWide isLoading={isAccepting} onClick={onAccept}>
              {estimateTexts.accept}
            </Button>
            <Text size="small" tone="subtle">
              {estimateTexts.acceptHint(company?.name ?? estimateTexts.someCompany)}
            </Text>
          </>
        ) : (
          <Text tone="muted">
            <Sentence parts={estimateTexts.overHint(contact ?? estimateTexts.someCompany)} />
          </Text>
        )}
      </Stack>
    </Card>
  );
}

/** The estimate given in the address, and its acceptance (R25). */
function useEstimate(estimateId: string) {
  const dispatch = useAppDispatch();
  const [isAccepting, setIsAccepting] = useState(false);
  // The cast is safe because the server responds with 404 to an id that is not an estimate id of this customer.
  const params = { id: estimateId as EstimateId };
  const { value, failure, isLoading, again } = useRead({
    read: estimateRead,
    request: { route: 'estimate', params },
  });
  const accept = async (): Promise<void> => {
    setIsAccepting(true);
    await dispatch(acceptEstimate({ params }));
    setIsAccepting(false);
    again();
  };
  return {
    estimate: value?.estimate ?? null,
    failure,
    isRetrying: isLoading,
    isAccepting,
    accept: () => void accept(),
    retry: again,
  };
}
