// One upcoming charge: its day, amount, invoice and method, and the available changes.

import { formatMoney } from '@quittance/contract/format';
import { addCents } from '@quittance/contract/money';
import type { UpcomingCharge } from '@quittance/contract/statements/upcoming-charges';
import { Link } from 'react-router';
import { upcomingTexts } from '#texts/account/upcoming';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { MethodLine } from '../../shared/ui/data/method-line.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { ChargeAction } from './change-charge.tsx';
import styles from './charge-card.module.css';

const css = bindClasses(styles);

const texts = upcomingTexts;

const TONES = {
  planned: 'info',
  processing: 'neutral',
  retrying: 'warning',
  suspended: 'danger',
} as const;

function kindText({ kind, installment }: UpcomingCharge): string {
  if (kind !== 'installment') return texts.kind[kind];
  return texts.kind.installment(installment?.number ?? 1, installment?.of ?? 1);
}

export type ChargeCardProps = {
  charge: UpcomingCharge;
  domain: string;
  onChange: (action: ChargeAction) => void;
  /** Cancels a scheduled payment or a plan, as on its invoice. Null if another charge of the plan offers it. */
  onCancel: (() => void) | null;
};

export function ChargeCard({ charge, domain, onChange, onCancel }: ChargeCardProps) {
  const { date, amount, fee, invoice, method, state } = charge;
  const day = formatDayLabel(date);
  const href = hrefTo(PORTAL_PAGES.invoice, { company: domain, invoiceRef: invoice.accountRef });
  return (
    <Card label={texts.actions.label(day, invoice.accountRef)}>
      <Stack gap={4}>
        <Stack direction="row" gap={3} justify="space-between" align="start">
          <Stack gap={1}>
            <Text isStrong>{day}</Text>
            <Text size="small" tone="muted">
              {kindText(charge)}
            </Text>
            <Link to={href}>{texts.invoice(invoice.accountRef)}</Link>
          </Stack>
          <div className={css('cost')}>
            <Money text={formatMoney(addCents(amount, fee))} isStrong />
            {fee > 0 && (
              <Text size="small" tone="muted">
                {texts.withFee(formatMoney(fee))}
              </Text>
            )}
            <Badge tone={TONES[state]} label={texts.state[state]} />
          </div>
        </Stack>
        {method && <MethodLine {...method} />}
        <Actions charge={charge} href={href} onChange={onChange} onCancel={onCancel} />
      </Stack>
    </Card>
  );
}

type ActionsProps = Omit<ChargeCardProps, 'domain'> & { href: string };

/** The method of a schedule or plan is changed on its invoice, which shows all its payments. */
function Actions({ charge, href, onChange, onCancel }: ActionsProps) {
  const { changes, kind } = charge;
  const isAutoPay = kind === 'autoPay';
  const button = (label: string, onClick: () => void) => (
    <Button variant="secondary" size="small" onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <Stack direction="row" gap={2} wraps>
      {changes.move && button(texts.actions.move, () => onChange('move'))}
      {changes.isSkippable && button(texts.actions.skip, () => onChange('skip'))}
      {changes.isSwitchable &&
        (isAutoPay ? (
          button(texts.actions.switch, () => onChange('switch'))
        ) : (
          <Link className={buttonClass({ variant: 'secondary', size: 'small' })} to={href}>
            {texts.actions.switch}
          </Link>
        ))}
      {changes.isCancelable &&
        isAutoPay &&
        button(texts.actions.exclude, () => onChange('exclude'))}
      {changes.isCancelable &&
        !isAutoPay &&
        onCancel &&
        button(kind === 'schedule' ? texts.actions.cancel : texts.actions.cancelPlan, onCancel)}
    </Stack>
  );
}
