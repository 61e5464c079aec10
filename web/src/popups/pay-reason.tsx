// Why a PAY popup opened by itself (R72): the page below it, which says so too, is not in view.

import { useAppSelector } from '../state/store/hooks.ts';
import { Notice } from '../ui/feedback/notice.tsx';

export function PayReason() {
  const reason = useAppSelector(({ popup }) => popup.buffer.reason);
  return reason && <Notice tone="warning">{reason}</Notice>;
}
