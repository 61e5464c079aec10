// The method of a payment, or only its kind when the details are unknown or not visible to this user (R4).

import type { MethodLine as Method } from '@quittance/contract/methods/portal-schemas';
import type { MethodType } from '@quittance/contract/vocabulary';
import { invoiceTexts } from '#texts/account/invoice';
import { Icon, type IconName } from '../../shared/ui/actions/icon.tsx';
import { MethodLine } from '../../shared/ui/data/method-line.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';

const ICONS = {
  CARD: 'card',
  ACH: 'bank',
  CASH: 'receipt',
  CHECK: 'receipt',
  WIRE: 'bank',
  MONEY_ORDER: 'receipt',
  OTHER: 'receipt',
  NEGOTIATION: 'edit',
  CREDIT_NOTE: 'receipt',
  CREDIT: 'receipt',
} as const satisfies Record<MethodType, IconName>;

type PaidWithProps = { method: MethodType; line?: Method | null | undefined };

export function PaidWith({ method, line }: PaidWithProps) {
  if (line) return <MethodLine {...line} />;
  return (
    <Stack direction="row" gap={2} align="center">
      <Icon name={ICONS[method]} />
      {invoiceTexts.kinds[method]}
    </Stack>
  );
}
