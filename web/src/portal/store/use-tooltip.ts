/**
 * Opens the TOOLTIP popup beside an element (product §2.18): by the mouse over it, by the focus of the
 * keyboard, by a tap. Stays closed under another popup; what the bubble does is popups/tooltip.tsx.
 */
import { type FocusEvent, type PointerEvent, useEffect, useId } from 'react';
import { useAppStore } from './hooks.ts';
import { popupClosed, popupOpened, type TooltipWords } from './popup.ts';
import type { AppStore } from './store.ts';

function isInBubble(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="tooltip"]') !== null;
}

function isOpenAt(store: AppStore, id: string): boolean {
  const { popupName, trigger } = store.getState().popup;
  return popupName === 'TOOLTIP' && trigger === id;
}

function closeAt(store: AppStore, id: string): void {
  if (isOpenAt(store, id)) store.dispatch(popupClosed());
}

/** To be spread over what the bubble stands beside. */
export function useTooltip(words: TooltipWords) {
  const id = useId();
  const store = useAppStore();
  const open = (): void => {
    const { popupName } = store.getState().popup;
    if (popupName !== null && popupName !== 'TOOLTIP') return;
    store.dispatch(popupOpened({ name: 'TOOLTIP', trigger: id, buffer: { tooltip: words } }));
  };
  const close = (): void => closeAt(store, id);
  // A bubble does not outlive what it stands beside.
  useEffect(() => () => closeAt(store, id), [store, id]);
  return {
    id,
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') open();
    },
    onPointerLeave: ({ pointerType, relatedTarget }: PointerEvent) => {
      if (pointerType === 'mouse' && !isInBubble(relatedTarget)) close();
    },
    onPointerUp: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') (isOpenAt(store, id) ? close : open)();
    },
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) open();
    },
    onBlur: close,
  };
}
