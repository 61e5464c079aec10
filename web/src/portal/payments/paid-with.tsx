// The method of a payment, or only its kind when the details are unknown or not visible to this user (R4).

import type { MethodLine as Method } from '@quittance/contract/methods/portal-schemas';
import type { MethodType } from '@quittance/contract/vocabulary';
import { invoiceTexts } from '#texts/account/invoice';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Icon, type IconName } from '../../shared/ui/actions/icon.tsx';
import { MethodLine } from '../../shared/ui/data/method-line.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import styles from './paid-with.module.css';

const css = bindClasses(styles);

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
  WRITE_OFF: 'edit',
  UNCOLLECTIBLE: 'edit',
} as const satisfies Record<MethodType, IconName>;

type PaidWithProps = {
  method: MethodType;
  line?: Method | null | undefined;
  /** The number of a check, a wire or a credit note (R89, R90). */
  reference?: string | null | undefined;
};

export function PaidWith({ method, line, reference }: PaidWithProps) {
  if (line) return <MethodLine {...line} />;
  const name = invoiceTexts.kinds[method];
  return (
    <Stack direction="row" gap={2} align="center">
      <Icon name={ICONS[method]} />
      <span className={css('name')}>{reference ? `${name} ${reference}` : name}</span>
    </Stack>
  );
}
