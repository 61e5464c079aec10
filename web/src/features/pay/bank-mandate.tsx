// The text under which a bank account is debited (R27). The server renders the same one and compares,
// so nothing of it may be written here; a card needs none for a payment made now.

import type { MethodLine } from '@quittance/contract/methods';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { mandateText } from '@quittance/domain/mandates';
import type { PayContext } from '../../state/selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';
import type { Quote } from './quote.ts';

type Debit = { context: PayContext; kind: ChargeKind; quote: Quote; saved: MethodLine | null };

export function mandateFor({ context, kind, quote, saved }: Debit): string | null {
  if (kind !== 'ach') return null;
  const { company, invoice } = context;
  const { amountCents, feeCents } = quote;
  return mandateText({
    purpose: 'FULL_AMOUNT',
    kind,
    companyName: company.name,
    amountCents,
    feeCents,
    date: invoice.today,
    methodLast4: saved?.last4 ?? null,
  });
}

/** Only one popup exists at a time. */
const TITLE_ID = 'pay-authorization';

export function BankMandate({ text }: { text: string }) {
  return (
    <Stack as="section" gap={1}>
      <Text id={TITLE_ID} size="small" isStrong>
        Authorization
      </Text>
      <Text size="small" tone="muted">
        {text}
      </Text>
    </Stack>
  );
}

/** Beside the button: on a small screen the text itself may be out of sight. */
export function MandateReminder() {
  const read = (): void => document.getElementById(TITLE_ID)?.scrollIntoView({ block: 'start' });
  return (
    <Stack direction="row" gap={2} align="center" justify="between" wraps>
      <Text size="small" tone="muted">
        By paying you agree to the authorization.
      </Text>
      <Button variant="quiet" size="small" isFlush onClick={read}>
        Read it
      </Button>
    </Stack>
  );
}
