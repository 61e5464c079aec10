// Text that is being typed, reported after a pause in typing. An external change (back navigation, a cleared
// filter) replaces the typed text. Text typed on a page that is being left is not reported: the page stays until
// the next one has loaded, and its filter would bring the payer back.

import { useEffect, useState } from 'react';
import { useLatest } from './use-latest.ts';

type DebouncedText = { settled: string; onSettled: (text: string) => void; delayMs: number };

export function useDebouncedText({ settled, onSettled, delayMs }: DebouncedText) {
  const [typed, setTyped] = useState(settled);
  const [known, setKnown] = useState(settled);
  const [sent, setSent] = useState(settled);
  if (known !== settled) {
    setKnown(settled);
    // Our own reported text may come back after the payer has typed more, so it is ignored.
    if (settled !== sent) setTyped(settled);
  }
  const latest = useLatest(onSettled);
  useEffect(() => {
    const text = typed.trim();
    if (text === settled) return;
    const { pathname } = window.location;
    const timer = setTimeout(() => {
      if (window.location.pathname !== pathname) return;
      setSent(text);
      latest.current(text);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [typed, settled, delayMs, latest]);
  return [typed, setTyped] as const;
}
