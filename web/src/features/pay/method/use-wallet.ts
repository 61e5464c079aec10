/**
 * Pays with the wallet of the processor (product §5.13) the way the button below the form pays with a
 * card, and tells the wallet when nothing came of it. While its sheet is open nothing else may pay.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Wallet, WalletConfirmation } from '../../../processors/fields.ts';
import type { SubmitOutcome } from '../../../state/payment/submit-outcome.ts';
import type { PaymentResult } from '../submit/pay-with-method.ts';
import type { MethodSource } from '../terms/payment-info.ts';

/** The payment was taken, or may have been: nothing to tell the wallet of. */
const TAKEN: readonly SubmitOutcome['kind'][] = [
  'succeeded',
  'actionRequired',
  'pending',
  'processing',
  'unknown',
];

type WalletInput = {
  wallet: Wallet | undefined;
  isFree: () => boolean;
  /** Null when no payment was tried, or it broke. */
  pay: (source: MethodSource) => Promise<PaymentResult | null>;
};

/** True while the wallet's sheet is open. */
export function useWallet({ wallet, isFree, pay }: WalletInput): boolean {
  const [isOpen, setIsOpen] = useState(false);
  const press = useEffectEvent((): boolean => {
    const isAllowed = isFree();
    if (isAllowed) setIsOpen(true);
    return isAllowed;
  });
  const confirm = useEffectEvent(async (confirmation: WalletConfirmation): Promise<void> => {
    setIsOpen(false);
    const result = await pay({ from: 'fields', fields: confirmation });
    const isTaken = result?.kind === 'submitted' && TAKEN.includes(result.outcome.kind);
    if (!isTaken) confirmation.fail();
  });
  useEffect(() => {
    const stop = wallet?.listen({
      onPress: () => press(),
      onCancel: () => setIsOpen(false),
      onConfirm: (confirmation) => void confirm(confirmation),
    });
    return () => {
      stop?.();
      setIsOpen(false);
    };
  }, [wallet]);
  return isOpen;
}
