/**
 * Asks for what the page at an address shows first: a public link's invoice, or the files of a signed-in
 * page and whether there is a session. The page itself says what went wrong, so nothing here fails.
 */
import { onDemand } from '../lib/on-demand.tsx';
import { payLinkAt } from '../lib/paths.ts';
import { openPublicLink } from '../state/session/public-link.ts';
import type { AppDispatch } from '../state/store/root.ts';

/** Everything but the page behind a public link, which is in the first download. */
export const customerArea = onDemand(
  async () => (await import('./customer-area.tsx')).CustomerArea,
);

type Place = Pick<Location, 'pathname' | 'search'>;

export async function openPageAt(place: Place, dispatch: AppDispatch): Promise<void> {
  const link = payLinkAt(place.pathname);
  if (link) return dispatch(openPublicLink(link));
  try {
    const [{ openAccountAt }] = await Promise.all([
      import('./customer-area.tsx'),
      customerArea.load(),
    ]);
    await openAccountAt(place, dispatch);
  } catch {
    // A file that cannot be had is asked for once more by whoever shows it.
  }
}
