/** Popups by name (product §2.7), each in its own chunk. */
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

export function preloadPopup(name: PopupName): void {
  // A failed preload is ignored; the popup loads again when it is opened.
  POPUPS[name]().catch(() => {});
}
