// Sets the title of the window. The titles are in `paths.ts`.

import { useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
