/** Returns true for one render after the value changed. A change from or to null does not count. */
import { useEffect, useRef } from 'react';

export function useHasChanged(value: string | null): boolean {
  const last = useRef(value);
  const hasChanged = value !== null && last.current !== null && last.current !== value;
  useEffect(() => {
    if (value !== null) last.current = value;
  }, [value]);
  return hasChanged;
}
