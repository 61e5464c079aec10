// Renders the store's toasts. The renderer is loaded with the first toast: most payers never see one.

import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useInterval } from '../../shared/hooks/use-interval.ts';
import { TOAST_RETRY_MS } from '../../shared/lib/timings.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { type Toast, toastDismissed } from '../store/toasts.ts';

type ToastRenderer = {
  Container: ComponentType<{ flow: 'portal' | 'auth' }>;
  show: (toast: Pick<Toast, 'tone' | 'text'>) => void;
};

async function loadRenderer(): Promise<ToastRenderer> {
  const [{ ToastContainer }, { showToast }] = await Promise.all([
    import('../../shared/ui/feedback/toast-container.tsx'),
    import('../../shared/ui/feedback/show-toast.tsx'),
  ]);
  return { Container: ToastContainer, show: showToast };
}

/** The two flows show toasts in different places and for different times (product §2.29). */
export function ToastHost({ flow }: { flow: 'portal' | 'auth' }) {
  const toasts = useAppSelector((state) => state.toasts.list);
  const dispatch = useAppDispatch();
  const [renderer, setRenderer] = useState<ToastRenderer | null>(null);
  const isWanted = toasts.length > 0 && !renderer;
  const load = (): void => {
    loadRenderer()
      .then(setRenderer)
      .catch(() => {}); // the toasts stay in the store and ask again
  };
  const loadFirst = useEffectEvent(load);
  useEffect(() => {
    if (isWanted) loadFirst();
  }, [isWanted]);
  useInterval(load, isWanted ? TOAST_RETRY_MS : null);

  useEffect(() => {
    if (!renderer) return;
    for (const toast of toasts) {
      renderer.show(toast);
      dispatch(toastDismissed(toast.id));
    }
  }, [renderer, toasts, dispatch]);

  return renderer && <renderer.Container flow={flow} />;
}
