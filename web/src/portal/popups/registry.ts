/** Popups by name (product §2.7), each in its own chunk. */
import type { PopupName } from '@quittance/contract/vocabulary';
import type { ComponentType } from 'react';
import { useTimeout } from '../../shared/hooks/use-timeout.ts';
import { untilIdle } from '../../shared/lib/next-task.ts';
import { PRELOAD_AFTER_MS } from '../../shared/lib/timings.ts';

type LoadPopup = () => Promise<ComponentType>;

export const POPUPS: Record<PopupName, LoadPopup> = {
  PAY: async () => (await import('./pay.tsx')).PayPopup,
  CHANGE_PM: async () => (await import('./change-method.tsx')).ChangeMethodPopup,
  CONFIRM: async () => (await import('./confirm.tsx')).ConfirmPopup,
  REMOVE_PAYMENT_METHOD: async () => (await import('./remove-method.tsx')).RemoveMethodPopup,
  TOOLTIP: async () => (await import('./tooltip.tsx')).TooltipPopup,
  BURGER_MENU: async () => (await import('./burger-menu.tsx')).BurgerMenuPopup,
};

async function preload(name: PopupName): Promise<void> {
  await untilIdle();
  // A failed preload is ignored; the popup loads again when it is opened.
  await POPUPS[name]().catch(() => {});
}

/** Loads a popup that is likely to be opened, after the page itself and while the browser is idle. */
export function usePreloadedPopup(name: PopupName, isLikely: boolean): void {
  useTimeout(() => void preload(name), isLikely ? PRELOAD_AFTER_MS : null);
}
