// The CONFIRM popup (product §2.16, §4.15): confirms the cancellation of a scheduled payment or plan and notes that
// auto-pay skips the invoice (R83). It closes one second after success and shows the reason for a failure (R17).

import type { ConfirmType } from '@quittance/contract/vocabulary';
import { isFulfilled, isRejected } from '@reduxjs/toolkit';
import { useState } from 'react';
import { confirmTexts } from '#texts/payment/confirm';
import { uiTexts } from '#texts/site/ui';
import { useTimeout } from '../../shared/hooks/use-timeout.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { CANCELED_CLOSE_MS } from '../../shared/lib/timings.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Icon } from '../../shared/ui/actions/icon.tsx';
import { Spinner } from '../../shared/ui/actions/spinner.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { toneClass } from '../../shared/ui/text/tone-class.ts';
import { createApiThunk } from '../store/app-thunk.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { reloadInvoice } from '../store/open-invoice.ts';
import { popupClosed } from '../store/popup.ts';
import { selectSignedInCustomer } from '../store/reads.ts';
import type { AppThunk } from '../store/root.ts';
import styles from './confirm.module.css';

const css = bindClasses(styles);

type Phase = 'idle' | 'pending' | 'success' | 'failed';

const SIGNS = {
  idle: { icon: 'alert', tone: 'warning' },
  success: { icon: 'check', tone: 'success' },
  failed: { icon: 'error', tone: 'danger' },
} as const;

function Sign({ phase }: { phase: Phase }) {
  if (phase === 'pending')
    return (
      <span className={css('sign', 'pending')}>
        <Spinner size="large" />
      </span>
    );
  const { icon, tone } = SIGNS[phase];
  return (
    <span className={`${css('sign')} ${toneClass(tone)}`}>
      <Icon name={icon} size="large" />
    </span>
  );
}

export function ConfirmPopup() {
  const { confirmPopupType, invoiceRef } = useAppSelector(({ popup }) => popup.buffer);
  if (!confirmPopupType || !invoiceRef) return null;
  return <Confirm type={confirmPopupType} internalRef={invoiceRef} />;
}

type ConfirmProps = { type: ConfirmType; internalRef: string };

function Confirm({ type, internalRef }: ConfirmProps) {
  const dispatch = useAppDispatch();
  const [phase, setPhase] = useState<Phase>('idle');
  const [reason, setReason] = useState<string | null>(null);
  const { title, text, note } = confirmTexts.prompt[type];
  const isAutoPayOn = useAppSelector((state) => selectSignedInCustomer(state)?.isAutoPayActive);
  const close = (): void => void dispatch(popupClosed());
  const cancel = async (): Promise<void> => {
    setPhase('pending');
    const failure = await dispatch(cancelArrangement({ type, internalRef }));
    setReason(failure);
    setPhase(failure === null ? 'success' : 'failed');
  };
  useTimeout(close, phase === 'success' ? CANCELED_CLOSE_MS : null);
  return (
    <Dialog
      isOpen
      title={title}
      size="small"
      isBlocked={phase === 'pending'}
      onClose={close}
      footer={
        <Button
          variant="danger"
          size="large"
          isWide
          isLoading={phase === 'pending' || phase === 'success'}
          loadingText={uiTexts.loading}
          onClick={() => void cancel()}
        >
          {confirmTexts.submit}
        </Button>
      }
    >
      <Stack gap={4} align="center">
        <Sign phase={phase} />
        <div className={css('text')}>
          <Text tone="muted">{text}</Text>
        </div>
        {note && <Text tone="muted">{note}</Text>}
        {isAutoPayOn && <Notice tone="info">{confirmTexts.autoPay}</Notice>}
        {reason && <Notice tone="danger">{reason}</Notice>}
      </Stack>
    </Dialog>
  );
}

const ON_SCREEN = { failureNotice: 'screen' } as const;

const CANCEL = {
  cancelScheduledPayment: createApiThunk(
    'invoices/cancelScheduled',
    'cancelScheduledPayment',
    ON_SCREEN,
  ),
  cancelPaymentPlan: createApiThunk('invoices/cancelPlan', 'cancelPaymentPlan', ON_SCREEN),
} as const satisfies Record<ConfirmType, unknown>;

const isCanceled = isFulfilled(CANCEL.cancelScheduledPayment, CANCEL.cancelPaymentPlan);
const isRefused = isRejected(CANCEL.cancelScheduledPayment, CANCEL.cancelPaymentPlan);

type Cancellation = { type: ConfirmType; internalRef: string };

function cancelArrangement({ type, internalRef }: Cancellation): AppThunk<Promise<string | null>> {
  return async (dispatch) => {
    const result = await dispatch(CANCEL[type]({ params: { id: internalRef } }));
    await dispatch(reloadInvoice());
    if (isCanceled(result)) return null;
    return failureText(isRefused(result) ? result.payload : undefined);
  };
}
