// The method an arrangement is charged to and a button to change it, or a warning that there is no method.

import { Button } from '../actions/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Stack } from '../layout/stack.tsx';
import { Text } from '../text/text.tsx';
import { MethodLine, type MethodLineProps } from './method-line.tsx';

type MethodRowProps = {
  method: MethodLineProps | null;
  label?: string;
  changeLabel: string;
  missing: {
    title: string;
    text: string;
    /** The text if there is a deadline for choosing a method. */
    until: (day: string) => string;
    action: string;
  };
  endsOn?: string | null;
  onChange: (() => void) | null;
};

export function MethodRow(props: MethodRowProps) {
  const { method, label, changeLabel, missing, endsOn, onChange } = props;
  if (!method) {
    return (
      <Notice
        tone="warning"
        title={missing.title}
        action={onChange && { label: missing.action, onClick: onChange }}
      >
        {endsOn ? missing.until(endsOn) : missing.text}
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
