// Downloads the receipt of a payment, in three forms (product §2.25). The button is disabled without a receipt. For
// users who are not signed in it is unavailable and has a tooltip (product §6.3).

import { type FocusEvent, type PointerEvent, useEffect, useId, useState } from 'react';
import { receiptTexts } from '#texts/payment/receipts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { useAppDispatch, useAppStore, useOpeningSelector } from '../store/hooks.ts';
import { popupClosed, popupOpened, type TooltipWords } from '../store/popup.ts';
import { openReceipt, type ReceiptOf } from '../store/receipts.ts';
import type { AppStore } from '../store/store.ts';

type ReceiptLook = 'icon' | 'text' | 'default';

type ReceiptButtonProps = { payment: ReceiptOf | null; look?: ReceiptLook };

export function ReceiptButton({ payment, look = 'default' }: ReceiptButtonProps) {
  const dispatch = useAppDispatch();
  // On the page of a link, the button may arrive before the rest of the store.
  const isSignedIn = useOpeningSelector(({ auth }) => auth?.isCustomerAuth ?? false);
  const [isLoading, setIsLoading] = useState(false);
  const id = payment?.receipt && payment.receiptUrl ? payment.id : null;
  const download = async (): Promise<void> => {
    if (!id || isLoading) return;
    setIsLoading(true);
    await dispatch(openReceipt(id));
    setIsLoading(false);
  };
  if (!isSignedIn) return <SignInFirst look={look} />;
  return <Face look={look} disabled={!id} isLoading={isLoading} onClick={() => void download()} />;
}

/** Unavailable but focusable, so that keyboard and screen reader users get the reason. */
function SignInFirst({ look }: { look: ReceiptLook }) {
  const { id, ...handlers } = useTooltip({
    text: receiptTexts.signIn,
    placement: look === 'icon' ? 'top_left' : 'top_right',
  });
  const wordsId = `${id}-words`;
  return (
    <span id={id} {...handlers}>
      <Face look={look} isUnavailable aria-describedby={wordsId} />
      <span id={wordsId} hidden>
        {receiptTexts.signIn}
      </span>
    </span>
  );
}

type FaceProps = {
  look: ReceiptLook;
  isLoading?: boolean;
  isUnavailable?: boolean;
  disabled?: boolean;
  onClick?: () => void;
  'aria-describedby'?: string;
};

const QUIET = { variant: 'quiet', isFlush: true } as const;
const SECONDARY = { variant: 'secondary' } as const;

function Face({ look, isLoading = false, ...rest }: FaceProps) {
  if (look === 'icon') {
    return <IconButton icon="download" label={receiptTexts.text} isLoading={isLoading} {...rest} />;
  }
  const voice = look === 'text' ? QUIET : SECONDARY;
  return (
    <Button {...voice} size="small" icon="download" isLoading={isLoading} {...rest}>
      {receiptTexts[look]}
    </Button>
  );
}

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

function useTooltip(words: TooltipWords) {
  const id = useId();
  const store = useAppStore();
  const open = (): void => {
    const { popupName } = store.getState().popup;
    if (popupName !== null && popupName !== 'TOOLTIP') return;
    store.dispatch(popupOpened({ name: 'TOOLTIP', trigger: id, buffer: { tooltip: words } }));
  };
  const close = (): void => closeAt(store, id);
  // A bubble closes when its element is removed.
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
