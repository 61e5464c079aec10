// The buttons of a form: submit and cancel.

import { Button } from '../actions/button.tsx';
import type { ButtonSize } from '../actions/button-class.ts';
import { Stack } from '../layout/stack.tsx';

type FormActionsProps = {
  submitLabel: string;
  cancelLabel: string;
  isLoading: boolean;
  size?: ButtonSize;
  onCancel: () => void;
};

export function FormActions(props: FormActionsProps) {
  const { submitLabel, cancelLabel, isLoading, size = 'medium', onCancel } = props;
  return (
    <Stack direction="row" gap={3} wraps>
      <Button type="submit" size={size} isLoading={isLoading}>
        {submitLabel}
      </Button>
      <Button variant="quiet" size={size} onClick={onCancel}>
        {cancelLabel}
      </Button>
    </Stack>
  );
}
