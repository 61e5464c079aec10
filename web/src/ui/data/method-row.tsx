// The method an arrangement is charged to and a button to change it, or a warning that there is none.

import { Button } from '../actions/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Stack } from '../layout/stack.tsx';
import { Text } from '../text/text.tsx';
import { MethodLine, type MethodLineProps } from './method-line.tsx';

type MethodRowProps = {
  method: MethodLineProps | null;
  label?: string;
  changeLabel: string;
  missing: { title: string; text: string; action: string };
  /** Null if the method cannot be changed here. */
  onChange: (() => void) | null;
};

export function MethodRow({ method, label, changeLabel, missing, onChange }: MethodRowProps) {
  if (!method) {
    return (
      <Notice
        tone="warning"
        title={missing.title}
        action={onChange && { label: missing.action, onClick: onChange }}
      >
        {missing.text}
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
