// Renders the popup named in the store, each inside its own boundary, so that a popup that fails to load or render
// does not affect the page.

import type { PopupName } from '@quittance/contract/vocabulary';
import { type ComponentType, useEffect, useState } from 'react';
import { useTimeout } from '../../shared/hooks/use-timeout.ts';
import { POPUP_WAIT_MS } from '../../shared/lib/timings.ts';
import { ErrorBoundary } from '../../shared/ui/feedback/error-boundary.tsx';
import { useAppDispatch, useOpeningSelector } from '../store/hooks.ts';
import { loadFullStore } from '../store/load-full-store.ts';
import { popupClosed } from '../store/popup.ts';
import { PopupLoading, PopupNotLoaded, PopupNotShown } from './popup-placeholder.tsx';
import { POPUPS } from './registry.ts';

export function PopupHost() {
  const popupName = useOpeningSelector(({ popup }) => popup.popupName);
  // The key resets a failure when another popup opens.
  return popupName && <OpenPopup key={popupName} name={popupName} />;
}

function OpenPopup({ name }: { name: PopupName }) {
  const dispatch = useAppDispatch();
  const close = (): void => void dispatch(popupClosed());
  const { Popup, hasFailed, retry } = usePopup(name);
  // A tooltip repeats its trigger's description, so it needs no placeholder.
  if (!Popup && name === 'TOOLTIP') return null;
  if (hasFailed) return <PopupNotLoaded onClose={close} onRetry={retry} />;
  if (!Popup) return <Waiting onClose={close} />;
  return (
    <ErrorBoundary fallback={() => <PopupNotShown onClose={close} />}>
      <Popup />
    </ErrorBoundary>
  );
}

/** Renders nothing at first, so that a popup that loads quickly shows no placeholder. */
function Waiting({ onClose }: { onClose: () => void }) {
  const [isSlow, setIsSlow] = useState(false);
  useTimeout(() => setIsSlow(true), POPUP_WAIT_MS);
  return isSlow && <PopupLoading onClose={onClose} />;
}

function usePopup(name: PopupName) {
  const [Popup, setPopup] = useState<ComponentType | null>(null);
  const dispatch = useAppDispatch();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (hasFailed) return;
    let isCurrent = true;
    Promise.all([POPUPS[name](), dispatch(loadFullStore())]).then(
      ([Loaded]) => isCurrent && setPopup(() => Loaded),
      () => isCurrent && setHasFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [dispatch, name, hasFailed]);
  return { Popup, hasFailed, retry: () => setHasFailed(false) };
}
