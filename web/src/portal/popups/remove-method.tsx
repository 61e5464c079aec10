// The REMOVE_PAYMENT_METHOD popup (product §2.17, R16): lists the payments that will no longer be charged until
// they have another method.

import { formatMoney } from '@quittance/contract/format';
import type { MethodId } from '@quittance/contract/ids';
import type { MethodDependants } from '@quittance/contract/methods/method-dependants';
import { useEffect, useState } from 'react';
import { removeMethodTexts } from '#texts/payment/remove-method';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList, type SummaryRow } from '../../shared/ui/data/summary-list.tsx';
import { Busy } from '../../shared/ui/feedback/busy.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { removeMethod } from '../store/customer.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { loadMethodDependants } from '../store/methods.ts';
import { popupClosed } from '../store/popup.ts';

const texts = removeMethodTexts;

export function RemoveMethodPopup() {
  const methodId = useAppSelector(({ popup }) => popup.buffer.initialPM);
  return methodId && <RemoveMethod methodId={methodId} />;
}

type DependantsState = MethodDependants | 'loading' | 'unknown';

function useDependants(methodId: MethodId): DependantsState {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<DependantsState>('loading');
  useEffect(() => {
    let isCurrent = true;
    dispatch(loadMethodDependants(methodId)).then(
      (answer) => isCurrent && setState(answer ?? 'unknown'),
    );
    return () => {
      isCurrent = false;
    };
  }, [dispatch, methodId]);
  return state;
}

function RemoveMethod({ methodId }: { methodId: MethodId }) {
  const dispatch = useAppDispatch();
  const isBusy = useAppSelector(({ customer }) => customer.autoPayIsLoading);
  const dependants = useDependants(methodId);
  const close = (): void => void dispatch(popupClosed());
  const remove = async (): Promise<void> => {
    await dispatch(removeMethod({ params: { id: methodId } }));
    close();
  };
  return (
    <Dialog
      isOpen
      title={texts.title}
      size="small"
      isBlocked={isBusy}
      onClose={close}
      footer={
        <Stack gap={3}>
          <Button
            variant="danger"
            size="large"
            isWide
            disabled={isBusy}
            onClick={() => void remove()}
          >
            {texts.confirm}
          </Button>
          <Button variant="secondary" size="large" isWide disabled={isBusy} onClick={close}>
            {texts.cancel}
          </Button>
        </Stack>
      }
    >
      <Stack gap={4}>
        <Text tone="muted">{texts.text}</Text>
        <Dependants state={dependants} />
      </Stack>
    </Dialog>
  );
}

type DependentInvoice = MethodDependants['invoices'][number];

function toRow({ accountRef, option, nextDate, nextCost }: DependentInvoice): SummaryRow {
  const when =
    nextDate && nextCost ? texts.next(formatMoney(nextCost), formatDayLabel(nextDate)) : '';
  return { label: texts.dependant[option](accountRef), value: when };
}

function Dependants({ state }: { state: DependantsState }) {
  if (state === 'loading') {
    return (
      <Busy>
        <Skeleton width="80%" />
      </Busy>
    );
  }
  if (state === 'unknown') return <Notice tone="warning">{texts.unknown}</Notice>;
  const { invoices, isAutoPay } = state;
  return (
    <>
      {isAutoPay && <Notice tone="warning">{texts.autoPay}</Notice>}
      {invoices.length > 0 && <SummaryList rows={invoices.map(toRow)} />}
      {invoices.length > 0 && (
        <Text size="small" tone="muted">
          {texts.theyWait}
        </Text>
      )}
    </>
  );
}
