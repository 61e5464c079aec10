// Explains why a PAY popup opened automatically (R72). The page below also explains it, but is out of view.

import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { useAppSelector } from '../store/hooks.ts';

export function PayReason() {
  const reason = useAppSelector(({ popup }) => popup.buffer.reason);
  return reason && <Notice tone="warning">{reason}</Notice>;
}
