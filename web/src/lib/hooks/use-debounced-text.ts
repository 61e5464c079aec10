// A text that somebody is typing, and the moment they pause: only then is it worth asking a server.
// A text that changes from outside (going back, a cleared filter) replaces what was typed.

import { useEffect, useRef, useState } from 'react';

type Typing = { settled: string; onSettled: (text: string) => void; delayMs: number };

export function useDebouncedText({ settled, onSettled, delayMs }: Typing) {
  const [typed, setTyped] = useState(settled);
  const [known, setKnown] = useState(settled);
  const [sent, setSent] = useState(settled);
  if (known !== settled) {
    setKnown(settled);
    // Our own text coming back is older than what was typed since.
    if (settled !== sent) setTyped(settled);
  }
  const latest = useRef(onSettled);
  useEffect(() => {
    latest.current = onSettled;
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === settled) return;
    const timer = setTimeout(() => {
      setSent(text);
      latest.current(text);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [typed, settled, delayMs]);
  return [typed, setTyped] as const;
}
