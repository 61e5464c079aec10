// The Escape and Enter helpers of product §2: a handler for one key, anywhere on the page.
// Stays silent when something nearer to the focus has already handled the key.

import { useEffect, useRef } from 'react';

type KeyOptions = { key: 'Escape' | 'Enter'; isEnabled?: boolean };

export function useKey({ key, isEnabled = true }: KeyOptions, onPress: () => void): void {
  const latest = useRef(onPress);
  useEffect(() => {
    latest.current = onPress;
  });
  useEffect(() => {
    if (!isEnabled) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === key && !event.defaultPrevented && !event.isComposing) latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key, isEnabled]);
}
