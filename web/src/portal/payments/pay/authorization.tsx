// The authorization to charge a method later or to debit a bank account (R27). The server renders the same text and
// compares it, so it must not be altered here.

import { payTexts } from '#texts/payment/pay';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';

/** The id can be fixed, because only one popup exists at a time. */
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

type ReminderProps = {
  /** The payer signs by selecting the button, which is disabled until the box below the text is checked. */
  button: string;
  isWaiting?: boolean;
};

/** Placed beside the button, because the text may be scrolled out of view on a small screen. */
export function AuthorizationReminder({ button, isWaiting = false }: ReminderProps) {
  const read = (): void => document.getElementById(TITLE_ID)?.scrollIntoView({ block: 'start' });
  return (
    <Stack direction="row" gap={2} align="center" justify="space-between" wraps>
      <Text size="small" tone="muted">
        {isWaiting ? payTexts.tick : payTexts.sign(button)}
      </Text>
      <Button variant="quiet" size="small" isFlush onClick={read}>
        {payTexts.readIt}
      </Button>
    </Stack>
  );
}
