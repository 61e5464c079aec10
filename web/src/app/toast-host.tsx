// Draws the store's toasts. The drawing is fetched with the first toast: most payers never see one.

import { type ComponentType, useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../state/store/hooks.ts';
import { type Toast, toastDismissed } from '../state/store/toasts.ts';

type Drawing = {
  Container: ComponentType<{ flow: 'portal' | 'auth' }>;
  show: (toast: Pick<Toast, 'tone' | 'text'>) => void;
};

async function loadDrawing(): Promise<Drawing> {
  const [{ ToastContainer }, { showToast }] = await Promise.all([
    import('../ui/feedback/toast-container.tsx'),
    import('../ui/feedback/show-toast.tsx'),
  ]);
  return { Container: ToastContainer, show: showToast };
}

/** The two flows show toasts in different places and for different times (product §2.29). */
export function ToastHost({ flow }: { flow: 'portal' | 'auth' }) {
  const toasts = useAppSelector((state) => state.toasts.list);
  const dispatch = useAppDispatch();
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const isWanted = toasts.length > 0;

  useEffect(() => {
    if (!isWanted || drawing) return;
    let isCurrent = true;
    loadDrawing()
      .then((loaded) => isCurrent && setDrawing(loaded))
      .catch(() => {}); // the toasts wait in the store; the next one tries again
    return () => {
      isCurrent = false;
    };
  }, [isWanted, drawing]);

  useEffect(() => {
    if (!drawing) return;
    for (const toast of toasts) {
      drawing.show(toast);
      dispatch(toastDismissed(toast.id));
    }
  }, [drawing, toasts, dispatch]);

  return drawing && <drawing.Container flow={flow} />;
}
