// The Escape and Enter helpers of product §2: a handler for one key, anywhere on the page. Ignores a key
// that an element nearer to the focus has already handled.

import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

type KeyOptions = { key: 'Escape' | 'Enter'; isEnabled?: boolean };

export function useKey({ key, isEnabled = true }: KeyOptions, onPress: () => void): void {
  const latest = useLatest(onPress);
  useEffect(() => {
    if (!isEnabled) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === key && !event.defaultPrevented && !event.isComposing) latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key, isEnabled, latest]);
}
