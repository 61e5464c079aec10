// Renders the popup named in the store. If its chunk fails to load, the popup closes with a toast and can be
// opened again; React.lazy would cache the failure.

import type { PopupName } from '@quittance/contract/vocabulary';
import { type ComponentType, useEffect, useState } from 'react';
import { failureTexts } from '#texts/site/failures';
import { useAppDispatch, useAppSelector } from '../state/store/hooks.ts';
import { popupClosed } from '../state/store/popup.ts';
import { toastShown } from '../state/store/toasts.ts';
import { POPUPS } from './registry.ts';

type Loaded = { name: PopupName; Popup: ComponentType };

export function PopupHost() {
  const popupName = useAppSelector(({ popup }) => popup.popupName);
  const dispatch = useAppDispatch();
  const [loaded, setLoaded] = useState<Loaded | null>(null);

  useEffect(() => {
    const load = popupName && POPUPS[popupName];
    if (!load) return;
    let isCurrent = true;
    load()
      .then((Popup) => isCurrent && setLoaded({ name: popupName, Popup }))
      .catch(() => {
        if (!isCurrent) return;
        dispatch(popupClosed());
        dispatch(toastShown({ tone: 'error', text: failureTexts.connectionLost }));
      });
    return () => {
      isCurrent = false;
    };
  }, [popupName, dispatch]);

  if (!loaded || loaded.name !== popupName) return null;
  return <loaded.Popup />;
}
