// Why a PAY popup opened by itself (R72): the page below it, which says so too, is not in view.

import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { useAppSelector } from '../store/hooks.ts';

export function PayReason() {
  const reason = useAppSelector(({ popup }) => popup.buffer.reason);
  return reason && <Notice tone="warning">{reason}</Notice>;
}
