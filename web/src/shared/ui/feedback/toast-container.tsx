// The toast container: top right for 5 s in the portal, top center for 4 s and one at a time during sign-in
// (product §2, §9). react-toastify is used without its styles, which it would inject.

import { cssTransition, ToastContainer as Toastify } from 'react-toastify/unstyled';
import { uiTexts } from '#texts/site/ui';
import { AUTH_TOAST_LIMIT, AUTH_TOAST_MS, PORTAL_TOAST_MS } from '../../lib/timings.ts';
import { IconButton } from '../actions/icon-button.tsx';
import './toast-container.css';

const FADE = cssTransition({
  enter: 'Toastify__enter',
  exit: 'Toastify__exit',
  collapse: false,
});

const SETTINGS = {
  portal: { position: 'top-right', autoClose: PORTAL_TOAST_MS },
  auth: { position: 'top-center', autoClose: AUTH_TOAST_MS, limit: AUTH_TOAST_LIMIT },
} as const;

export function ToastContainer({ flow }: { flow: 'portal' | 'auth' }) {
  return (
    <Toastify
      {...SETTINGS[flow]}
      aria-label={uiTexts.notifications}
      transition={FADE}
      hideProgressBar
      closeButton={({ closeToast }) => (
        <IconButton icon="close" label={uiTexts.close} onClick={() => closeToast(true)} />
      )}
    />
  );
}
