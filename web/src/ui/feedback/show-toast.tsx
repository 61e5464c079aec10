// Says something at the edge of the screen for a few seconds. Errors interrupt the listener, the
// rest waits its turn. The same words twice are shown once.

import { toast } from 'react-toastify/unstyled';
import { Icon, type IconName } from '../actions/icon.tsx';

export type ToastTone = 'success' | 'error' | 'info' | 'warning';

const ICON_OF_TONE: Record<ToastTone, IconName> = {
  success: 'check',
  error: 'error',
  info: 'info',
  warning: 'alert',
};

type Toast = { tone: ToastTone; text: string };

export function showToast({ tone, text }: Toast): void {
  const toastId = `${tone}-${text}`.replaceAll(/\W+/g, '-');
  toast(
    // A function, because the library gives an element props that a fragment does not take.
    () => (
      <>
        <Icon name={ICON_OF_TONE[tone]} />
        <span className="Toastify__text">{text}</span>
      </>
    ),
    { type: tone, icon: false, role: tone === 'error' ? 'alert' : 'status', toastId },
  );
}
