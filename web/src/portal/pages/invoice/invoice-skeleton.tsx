// The invoice page while it loads, in the final layout so that nothing shifts.

import { invoiceTexts } from '#texts/account/invoice';
import { useMediaQuery } from '../../../shared/hooks/use-media-query.ts';
import { PHONE_QUERY } from '../../../shared/lib/breakpoints.ts';
import { Busy } from '../../../shared/ui/feedback/busy.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Split } from '../../../shared/ui/layout/split.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { VisuallyHidden } from '../../../shared/ui/layout/visually-hidden.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { PaymentSummarySkeleton } from '../../invoices/payment-summary.tsx';
import { PaymentsSkeleton } from '../../payments/invoice-payments.tsx';
import { PayCardSkeleton } from '../../payments/pay-card.tsx';

export function InvoiceSkeleton() {
  const isPhone = useMediaQuery(PHONE_QUERY);
  const details = (
    <Stack gap={8}>
      <PaymentSummarySkeleton />
      <Stack as="section" gap={4}>
        <Heading level={2}>{invoiceTexts.payments.title}</Heading>
        <PaymentsSkeleton />
      </Stack>
    </Stack>
  );
  return (
    <PageColumn>
      <Busy>
        <VisuallyHidden>
          <h1>{invoiceTexts.waiting.title}</h1>
          <p role="status">{invoiceTexts.waiting.text}</p>
        </VisuallyHidden>
        {isPhone ? (
          <Stack gap={6}>
            <PhoneHead />
            {details}
          </Stack>
        ) : (
          <Split asideFirst aside={<PayCardSkeleton />}>
            <Stack gap={6}>
              <DesktopHead />
              {details}
            </Stack>
          </Split>
        )}
      </Busy>
    </PageColumn>
  );
}

function PhoneHead() {
  return (
    <Stack gap={3}>
      <Skeleton shape="block" width="6rem" height="25px" />
      <Stack gap={1}>
        <Skeleton shape="block" width="12rem" height="46px" />
        <Skeleton shape="block" width="11rem" height="22px" />
        <Text as="div">
          <Skeleton width="12rem" />
        </Text>
        <Text as="div" size="large">
          <Skeleton width="14rem" />
        </Text>
      </Stack>
    </Stack>
  );
}

function DesktopHead() {
  return (
    <Stack gap={2}>
      <Skeleton shape="block" width="20rem" height="34px" />
      <Text as="div" size="large">
        <Skeleton width="14rem" />
      </Text>
    </Stack>
  );
}
