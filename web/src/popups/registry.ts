/**
 * Popups by name (product §2.7), each its own chunk: none of them is needed for the first paint.
 */
import type { PopupName } from '@quittance/contract/vocabulary';
import type { ComponentType } from 'react';

type LoadPopup = () => Promise<ComponentType>;

export const POPUPS: Record<PopupName, LoadPopup> = {
  PAY: async () => (await import('./pay.tsx')).PayPopup,
  CHANGE_PM: async () => (await import('./change-method.tsx')).ChangeMethodPopup,
  CONFIRM: async () => (await import('./confirm.tsx')).ConfirmPopup,
  REMOVE_PAYMENT_METHOD: async () => (await import('./remove-method.tsx')).RemoveMethodPopup,
  TOOLTIP: async () => (await import('./tooltip.tsx')).TooltipPopup,
  BURGER_MENU: async () => (await import('./burger-menu.tsx')).BurgerMenuPopup,
};

/** Fetches a popup's chunk before it is asked for, so that pressing the button opens it at once. */
export function preloadPopup(name: PopupName): void {
  // A failed fetch shows when the popup is opened; here it only means that it was not early.
  POPUPS[name]().catch(() => {});
}
