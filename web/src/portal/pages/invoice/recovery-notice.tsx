// The notice of a recovery link (ADR 0093), above its invoice. Opens the payment once: at the bank's confirmation
// with the method that failed, or at the choice of another method. Nothing is charged before the payer presses the
// button.

import { formatMoney } from '@quittance/contract/format';
import { addCents } from '@quittance/contract/money';
import { useEffect } from 'react';
import { recoveryTexts } from '#texts/payment/recovery';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { popupOpened } from '../../store/popup.ts';
import type { PublicLink } from '../../store/public-link.ts';
import { selectInvoice } from '../../store/reads.ts';
import { useRead } from '../../store/use-read.ts';

/** Links whose payment has opened automatically. It opens once per visit, even if the page is remounted. */
const openedLinks = new Set<string>();

export function RecoveryNotice(link: PublicLink) {
  const dispatch = useAppDispatch();
  const invoice = useAppSelector(selectInvoice);
  const status = invoice?.status;
  const params = { company: link.company, id: link.token };
  const { previous: value } = useRead({
    request: { route: 'publicRecovery', params, revision: status },
  });
  const recovery = value?.recovery;
  const requestId = invoice?.requestId;
  const isOpen = recovery?.state === 'bank' || recovery?.state === 'method';
  const amount = recovery ? formatMoney(addCents(recovery.amount, recovery.fee)) : '';
  const reason = recovery?.state === 'bank' ? recoveryTexts.bank : recoveryTexts.method;
  const pay = (): void => {
    if (!requestId) return;
    dispatch(popupOpened({ name: 'PAY', buffer: { requestId, reason: reason(amount) } }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once
  useEffect(() => {
    if (!isOpen || !requestId || openedLinks.has(link.token)) return;
    openedLinks.add(link.token);
    pay();
  }, [isOpen, requestId]);
  if (!recovery) return null;
  switch (recovery.state) {
    case 'bank':
      return (
        <Notice tone="warning" action={{ label: recoveryTexts.bankAction, onClick: pay }}>
          {reason(amount)}
        </Notice>
      );
    case 'method':
      return (
        <Notice tone="warning" action={{ label: recoveryTexts.methodAction, onClick: pay }}>
          {reason(amount)}
        </Notice>
      );
    case 'processing':
      return <Notice tone="info">{recoveryTexts.processing}</Notice>;
    case 'settled':
      return <Notice tone="success">{recoveryTexts.settled}</Notice>;
  }
}
