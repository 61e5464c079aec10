// Open invoices that auto-pay skips, and the change that includes one again (R83).

import { formatMoney } from '@quittance/contract/format';
import type { ExcludedInvoice } from '@quittance/contract/statements/upcoming-charges';
import { useState } from 'react';
import { Link } from 'react-router';
import { upcomingTexts } from '#texts/account/upcoming';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { ChangeDialog } from './change-dialog.tsx';

const texts = upcomingTexts.excluded;

type ExcludedInvoicesProps = {
  invoices: readonly ExcludedInvoice[];
  domain: string;
  onChanged: () => void;
};

export function ExcludedInvoices({ invoices, domain, onChanged }: ExcludedInvoicesProps) {
  const [included, setIncluded] = useState<string | null>(null);
  const done = (): void => {
    setIncluded(null);
    onChanged();
  };
  return (
    <Stack as="section" gap={3}>
      <Heading level={2}>{texts.title}</Heading>
      <Text tone="muted">{texts.text}</Text>
      {invoices.map((invoice) => (
        <InvoiceCard
          key={invoice.key}
          invoice={invoice}
          domain={domain}
          onInclude={() => setIncluded(invoice.key)}
        />
      ))}
      {included && (
        <ChangeDialog
          kind="include"
          change={{ kind: 'include', charge: included }}
          onClose={() => setIncluded(null)}
          onDone={done}
        />
      )}
    </Stack>
  );
}

type InvoiceCardProps = { invoice: ExcludedInvoice; domain: string; onInclude: () => void };

function InvoiceCard({ invoice, domain, onInclude }: InvoiceCardProps) {
  const { accountRef, dueDate, amount } = invoice;
  const href = hrefTo(PORTAL_PAGES.invoice, { company: domain, invoiceRef: accountRef });
  return (
    <Card label={upcomingTexts.invoice(accountRef)}>
      <Stack gap={4}>
        <Stack direction="row" gap={3} justify="space-between" align="start">
          <Stack gap={1}>
            <Link to={href}>{upcomingTexts.invoice(accountRef)}</Link>
            <Text size="small" tone="muted">
              {texts.due(formatDayLabel(dueDate))}
            </Text>
          </Stack>
          <Money text={formatMoney(amount)} isStrong />
        </Stack>
        <div>
          <Button variant="secondary" size="small" onClick={onInclude}>
            {upcomingTexts.actions.include}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
