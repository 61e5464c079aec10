// The choice of several invoices to pay with one charge (R48): those selected in the list, or everything due.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { allowsOwnAmount } from '@quittance/domain/checkout/split';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { payInvoicesTexts } from '#texts/account/pay-invoices';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { selectedIn } from '../../../shared/lib/selected-state.ts';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { PageSkeleton } from '../../../shared/ui/feedback/page-skeleton.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { ChoiceForm } from '../../requests/choice-form.tsx';
import type { ChosenInvoice } from '../../requests/invoice-choice.ts';
import { payableInvoicesRead } from '../../store/account-reads.ts';
import { failureTextBesideToast } from '../../store/failure-text.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { selectCompany } from '../../store/reads.ts';
import { selectInvoices } from '../../store/selection.ts';
import { useRead } from '../../store/use-read.ts';
import { BackLink } from '../entry/back-link.tsx';

export function PayInvoicesPage() {
  const { company: domain = '' } = useParams();
  const company = useAppSelector(selectCompany);
  const { value, failure, isLoading, again } = useRead({
    read: payableInvoicesRead,
    request: { route: 'payableInvoices' },
  });
  if (!value || !company) {
    if (!failure) return <PageSkeleton />;
    return (
      <PageColumn width="narrow">
        <ErrorState
          title={payInvoicesTexts.failed}
          text={failureTextBesideToast(failure)}
          onRetry={again}
          isRetrying={isLoading}
        />
      </PageColumn>
    );
  }
  const isAmountOpen = allowsOwnAmount(company);
  return (
    <PageColumn width="narrow">
      <Stack gap={6}>
        <Stack gap={2}>
          <BackLink
            to={hrefTo(PORTAL_PAGES.invoices, { company: domain })}
            label={payInvoicesTexts.backToInvoices}
          />
          <Heading level={1}>{payInvoicesTexts.title}</Heading>
          <Text tone="muted">
            {isAmountOpen ? payInvoicesTexts.text : payInvoicesTexts.textInFull}
          </Text>
        </Stack>
        {value.hasMore && <Notice>{payInvoicesTexts.more}</Notice>}
        {value.invoices.length === 0 ? (
          <EmptyState title={payInvoicesTexts.none} text={payInvoicesTexts.noneText} />
        ) : (
          <Choice listed={value} company={company} domain={domain} onChanged={again} />
        )}
      </Stack>
    </PageColumn>
  );
}

type ChoiceProps = {
  listed: Pick<Parameters<typeof ChoiceForm>[0], 'invoices' | 'today'>;
  company: Company;
  domain: string;
  /** Called when the server refused the selection, whose amounts may have changed. */
  onChanged: () => void;
};

function Choice({ listed, company, domain, onChanged }: ChoiceProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const selected = selectedIn(useLocation().state);
  const [isSending, setIsSending] = useState(false);
  const send = async (invoices: ChosenInvoice[]): Promise<void> => {
    setIsSending(true);
    const answer = await dispatch(selectInvoices({ body: { invoices } }));
    setIsSending(false);
    if ('error' in answer) {
      // A toast says why. After a refusal, the list shows what has changed.
      if (answer.payload?.kind === 'http') onChanged();
      return;
    }
    const { requestId } = answer.payload.selection;
    await navigate(hrefTo(PORTAL_PAGES.selection, { company: domain, requestId }));
  };
  const { invoices, today } = listed;
  return (
    <ChoiceForm
      invoices={invoices}
      today={today}
      selected={selected}
      company={company}
      isAmountOpen={allowsOwnAmount(company)}
      isSending={isSending}
      onContinue={(chosen) => void send(chosen)}
    />
  );
}
