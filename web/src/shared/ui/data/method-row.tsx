// The method an arrangement is charged to and a button to change it, or a warning that there is no method.

import { Button } from '../actions/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Stack } from '../layout/stack.tsx';
import { Text } from '../text/text.tsx';
import { MethodLine, type MethodLineProps } from './method-line.tsx';

type MissingTexts = {
  text: string;
  /** The text if there is a deadline for choosing a method. */
  until: (day: string) => string;
};
type ExpiredTexts = MissingTexts & { title: (last4: string) => string };

type MethodRowProps = {
  method: MethodLineProps | null;
  /** The method cannot be charged, because it is missing or expired. */
  isSuspended: boolean;
  label?: string;
  changeLabel: string;
  missing: MissingTexts & { title: string; action: string; expired: ExpiredTexts };
  endsOn?: string | null;
  onChange: (() => void) | null;
};

export function MethodRow(props: MethodRowProps) {
  const { method, isSuspended, label, changeLabel, missing, endsOn, onChange } = props;
  if (!method || isSuspended) {
    const { expired } = missing;
    const [title, texts] = method?.isExpired
      ? [expired.title(method.last4), expired]
      : [missing.title, missing];
    return (
      <Notice
        tone="warning"
        title={title}
        action={onChange && { label: missing.action, onClick: onChange }}
      >
        {endsOn ? texts.until(endsOn) : texts.text}
      </Notice>
    );
  }
  return (
    <Stack direction="row" gap={3} align="center" justify="space-between">
      <Stack direction="row" gap={3} align="center" wraps>
        {label && (
          <Text size="small" tone="muted">
            {label}
          </Text>
        )}
        <MethodLine {...method} />
      </Stack>
      {onChange && (
        <Button variant="quiet" size="small" isFlush onClick={onChange}>
          {changeLabel}
        </Button>
      )}
    </Stack>
  );
}
