// The text under which a method is charged later, or a bank account debited at all (R27). The server
// renders the same one and compares, so nothing of it may be written here.

import { payTexts } from '#texts/payment/pay';
import { Button } from '../../../ui/actions/button.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/text/text.tsx';

/** Only one popup exists at a time. */
const TITLE_ID = 'pay-authorization';

export function Authorization({ text }: { text: string }) {
  return (
    <Stack as="section" gap={1}>
      <Text id={TITLE_ID} size="small" isStrong>
        {payTexts.authorization}
      </Text>
      <Text size="small" tone="muted">
        {text}
      </Text>
    </Stack>
  );
}

/** Beside the button: on a small screen the text itself may be out of sight. */
export function AuthorizationReminder({ act = 'paying' }: { act?: 'paying' | 'confirming' }) {
  const read = (): void => document.getElementById(TITLE_ID)?.scrollIntoView({ block: 'start' });
  return (
    <Stack direction="row" gap={2} align="center" justify="between" wraps>
      <Text size="small" tone="muted">
        {payTexts.agreeBy[act]}
      </Text>
      <Button variant="quiet" size="small" isFlush onClick={read}>
        {payTexts.readIt}
      </Button>
    </Stack>
  );
}
