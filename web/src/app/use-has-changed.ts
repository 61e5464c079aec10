/** True for one rendering after the value became another one; null is nobody and counts as no change. */
import { useEffect, useRef } from 'react';

export function useHasChanged(value: string | null): boolean {
  const last = useRef(value);
  const hasChanged = value !== null && last.current !== null && last.current !== value;
  useEffect(() => {
    if (value !== null) last.current = value;
  }, [value]);
  return hasChanged;
}
