// The selected invoices of the list with their total, at the bottom of the window.

import { formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';
import { Link } from 'react-router';
import { payInvoicesTexts } from '#texts/account/pay-invoices';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import type { SelectedState } from '../../shared/lib/selected-state.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import styles from './marked-bar.module.css';

const css = bindClasses(styles);

type MarkedBarProps = {
  domain: string;
  ids: readonly string[];
  totalCents: Cents;
  onClear: () => void;
};

export function MarkedBar({ domain, ids, totalCents, onClear }: MarkedBarProps) {
  if (ids.length === 0) return null;
  const state: SelectedState = { selected: ids };
  return (
    <section className={css('bar')} aria-label={payInvoicesTexts.bar}>
      <div aria-live="polite">
        <Text size="small" tone="muted">
          {payInvoicesTexts.selected(ids.length)}
        </Text>
        <Money text={formatMoney(totalCents)} size="large" />
      </div>
      <div className={css('actions')}>
        <Button variant="quiet" onClick={onClear}>
          {payInvoicesTexts.clear}
        </Button>
        <Link
          className={buttonClass({})}
          to={hrefTo(PORTAL_PAGES.payInvoices, { company: domain })}
          state={state}
        >
          {payInvoicesTexts.paySelected}
        </Link>
      </div>
    </section>
  );
}
