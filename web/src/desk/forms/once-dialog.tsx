// A value that is shown once, to be copied: a link, a key, a secret.

import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { formTexts } from '../texts/forms.ts';
import styles from './once-dialog.module.css';

type OnceDialogProps = { title: string; text: string; value: string; onClose: () => void };

export function OnceDialog({ title, text, value, onClose }: OnceDialogProps) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      showToast({ tone: 'success', text: formTexts.copied });
    } catch {
      showToast({ tone: 'error', text: formTexts.notCopied });
    }
  };
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <Stack gap={5}>
        <Text tone="muted">{text}</Text>
        <code className={styles['value']}>{value}</code>
        <Stack direction="row" gap={3}>
          <Button onClick={() => void copy()}>{formTexts.copy}</Button>
          <Button variant="quiet" onClick={onClose}>
            {formTexts.done}
          </Button>
        </Stack>
      </Stack>
    </Dialog>
  );
}
