// Details of a scheduled payment in the overlay (product §4.7). A public link cannot cancel; its payer is
// referred to the portal.

import { formatMoney } from '@quittance/contract/format';
import { addCents } from '@quittance/contract/money';
import { payTexts } from '#texts/payment/pay';
import { contactOf } from '../../../shared/lib/contact-of.ts';
import { formatDayLabel } from '../../../shared/lib/format.ts';
import { MethodLine } from '../../../shared/ui/data/method-line.tsx';
import { SummaryList, type SummaryRow } from '../../../shared/ui/data/summary-list.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Contact } from '../../../shared/ui/text/contact.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import { Sentence } from '../../../shared/ui/text/sentence.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import type { PayContext } from '../../store/selectors.ts';

const texts = payTexts.scheduled;

export function ScheduledFacts({ context }: { context: PayContext }) {
  const { company, customer, payable } = context;
  const schedule = payable.kind === 'invoice' ? payable.invoice.schedule : null;
  if (!schedule) return null;
  const contact = <Contact key="contact" {...contactOf(company)} />;
  const method = schedule.method ?? payable.attachedPaymentMethod;
  const total = formatMoney(addCents(schedule.amount, schedule.fee));
  const rows: SummaryRow[] = [
    { label: texts.date, value: formatDayLabel(schedule.date) },
    { label: texts.amount, value: <Money text={total} /> },
    ...(schedule.fee > 0
      ? [{ label: texts.fee, value: <Money text={formatMoney(schedule.fee)} /> }]
      : []),
    ...(method
      ? [
          {
            label: texts.method,
            value: <MethodLine {...method} />,
          },
        ]
      : []),
  ];
  return (
    <Stack gap={3}>
      <Card padding="medium">
        <SummaryList rows={rows} />
      </Card>
      <Text size="small" tone="muted">
        {'id' in customer ? texts.undo : <Sentence parts={texts.undoByLink(contact)} />}
      </Text>
    </Stack>
  );
}
