// Sets the title of the window, always as text. What it says is decided in paths.ts.

import { useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
