// Sets the title of the window. The titles are in `paths.ts`. Null keeps the title with which the document was served.

import { useEffect } from 'react';

export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
}
