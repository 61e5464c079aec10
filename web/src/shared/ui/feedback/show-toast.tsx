// Shows a toast. Errors are alerts; everything else is a polite status. The same text is shown only once at a time.

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
    // This is a function, because the library passes props that a fragment does not accept.
    () => (
      <>
        <Icon name={ICON_OF_TONE[tone]} />
        <span className="Toastify__text">{text}</span>
      </>
    ),
    { type: tone, icon: false, role: tone === 'error' ? 'alert' : 'status', toastId },
  );
}
