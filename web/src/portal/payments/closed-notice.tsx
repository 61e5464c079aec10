// Why an invoice cannot be paid, in place of the pay button.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { invoiceTexts } from '#texts/account/invoice';
import { errorTexts } from '#texts/shared/errors';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { ScreenOnly } from '../../shared/ui/layout/screen-only.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Questions } from '../invoices/questions.tsx';

const TEXTS: Partial<Record<PublicInvoice['status'], string>> = {
  DISPUTED: invoiceTexts.closed.disputed,
  DRAFT: invoiceTexts.closed.draft,
  PAYMENT_PLAN_IN_PROGRESS: invoiceTexts.closed.plan,
};

type ClosedNoticeProps = { invoice: PublicInvoice; company: Company };

/**
 * The holder of a link cannot charge the saved method of a plan (R86). The customer signs in and returns to the
 * invoice.
 */
function SignInToPay({ invoice, company }: ClosedNoticeProps) {
  const { text, action } = invoiceTexts.closed.savedMethod;
  const query = new URLSearchParams({ invoiceRef: invoice.accountRef });
  const login = `${hrefTo(PORTAL_PAGES.login, { company: company.domain })}?${query}`;
  return (
    <Stack gap={3}>
      <Notice>{text}</Notice>
      <ScreenOnly>
        <a className={buttonClass({ size: 'large', isWide: true })} href={login}>
          {action}
        </a>
      </ScreenOnly>
    </Stack>
  );
}

export function ClosedNotice({ invoice, company }: ClosedNoticeProps) {
  const isOfLink = !('internalRef' in invoice);
  if (isOfLink && invoice.status === 'PAYMENT_PLAN_IN_PROGRESS')
    return <SignInToPay invoice={invoice} company={company} />;
  return (
    <Notice>
      {TEXTS[invoice.status] ?? errorTexts.ACCOUNT_NOT_PAYABLE}
      {invoice.status === 'DISPUTED' && <Questions company={company} />}
    </Notice>
  );
}
