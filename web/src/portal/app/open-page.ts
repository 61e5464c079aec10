/**
 * Loads the first data of the page at a path: the invoice of a public link, or the chunks of a signed-in page and
 * the session. The page handles failures, so nothing here throws.
 */
import { payLinkAt } from '../../shared/lib/paths.ts';
import { openPublicLink } from '../store/public-link.ts';
import type { AppDispatch } from '../store/root.ts';
import { customerArea } from './area.tsx';

type PagePath = Pick<Location, 'pathname' | 'search'>;

export async function openPageAt(page: PagePath, dispatch: AppDispatch): Promise<void> {
  const link = payLinkAt(page.pathname);
  if (link) return dispatch(openPublicLink(link));
  try {
    const [{ openAccountAt }] = await Promise.all([
      import('./customer-area.tsx'),
      customerArea.load(),
    ]);
    await openAccountAt(page, dispatch);
  } catch {
    // The component that renders the missing chunk loads it again.
  }
}
