/**
 * Popups by name (product §2.7), each its own chunk: none of them is needed for the first paint. The
 * names that are missing belong to screens that do not exist yet.
 */
import type { PopupName } from '@quittance/contract/vocabulary';
import type { ComponentType } from 'react';

type LoadPopup = () => Promise<ComponentType>;

export const POPUPS: Partial<Record<PopupName, LoadPopup>> = {
  PAY: async () => (await import('./pay.tsx')).PayPopup,
  BURGER_MENU: async () => (await import('./burger-menu.tsx')).BurgerMenuPopup,
};

/** Fetches a popup's chunk before it is asked for, so that pressing the button opens it at once. */
export function preloadPopup(name: PopupName): void {
  // A failed fetch shows when the popup is opened; here it only means that it was not early.
  POPUPS[name]?.().catch(() => {});
}
