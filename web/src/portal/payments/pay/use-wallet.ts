/**
 * Pays with the processor's wallet (product §5.13) through the same flow as the pay button, and reports
 * failure to the wallet. While its sheet is open, no other payment can start.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Wallet, WalletConfirmation } from '../../processors/fields.ts';
import type { SubmitOutcome } from '../../store/submit-outcome.ts';
import type { PaymentResult } from './pay-with-method.ts';
import type { MethodSource } from './payment-info.ts';

/** The payment succeeded or may have succeeded: no failure is reported to the wallet. */
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
  /** Null if no payment was attempted, or it threw. */
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
