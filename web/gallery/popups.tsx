// Popups of the gallery: the shape of PAY with sidebar, carousel and footer, CONFIRM, a drawer, and
// one covered by a result.

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { bindClasses } from '../src/lib/bind-classes.ts';
import { Logo } from '../src/theme/logo.tsx';
import { Button } from '../src/ui/actions/button.tsx';
import { SummaryList } from '../src/ui/data/summary-list.tsx';
import { Spinner } from '../src/ui/feedback/spinner.tsx';
import { ChoiceChips } from '../src/ui/form/choice-chips.tsx';
import { OptionCard } from '../src/ui/form/option-card.tsx';
import { OptionGroup } from '../src/ui/form/option-group.tsx';
import { Stack } from '../src/ui/layout/stack.tsx';
import { Carousel } from '../src/ui/overlay/carousel.tsx';
import { Overlay } from '../src/ui/overlay/overlay.tsx';
import { Heading } from '../src/ui/text/heading.tsx';
import { Money } from '../src/ui/text/money.tsx';
import { Text } from '../src/ui/text/text.tsx';
import type { SampleCompany } from './companies.ts';
import styles from './gallery.module.css';
import { PAY_OPTIONS } from './pay-options.ts';
import { Sample } from './sample.tsx';

const css = bindClasses(styles);
const Dialog = lazy(async () => ({
  default: (await import('../src/ui/overlay/dialog.tsx')).Dialog,
}));

const POPUPS = ['pay', 'pay-success', 'confirm', 'confirm-blocked', 'menu'] as const;
type PopupName = (typeof POPUPS)[number];

type PopupsProps = { company: SampleCompany; initiallyOpen: string | null };

export function Popups({ company, initiallyOpen }: PopupsProps) {
  const [open, setOpen] = useState(POPUPS.find((name) => name === initiallyOpen) ?? null);
  const close = (): void => setOpen(null);
  return (
    <Sample title="Dialog, sheet, drawer" look="row">
      {POPUPS.map((name) => (
        <Button key={name} variant="secondary" onClick={() => setOpen(name)}>
          {`Open ${name}`}
        </Button>
      ))}
      <Suspense fallback={<Spinner />}>
        <PayPopup company={company} open={open} onClose={close} />
        <ConfirmPopup open={open} onClose={close} />
        <Dialog isOpen={open === 'menu'} title="Maya" placement="side" onClose={close}>
          <Stack gap={1}>
            {['Invoices', 'Payments', 'Profile'].map((label) => (
              <Button key={label} variant="quiet" onClick={close}>
                {label}
              </Button>
            ))}
          </Stack>
        </Dialog>
      </Suspense>
    </Sample>
  );
}

type PopupProps = { open: PopupName | null; onClose: () => void };

const SUMS = [
  { label: 'Invoice balance', value: <Money text="$1,500.00" /> },
  { label: 'Processing fee (3% + $0.30)', value: <Money text="$45.30" /> },
  { label: 'Total over 4 payments', value: <Money text="$1,545.30" />, isStrong: true },
];

function PayPopup({ company, open, onClose }: PopupProps & { company: SampleCompany }) {
  const [option, setOption] = useState('plan');
  const cards = PAY_OPTIONS.map((choice) => (
    <OptionCard
      key={choice.value}
      {...choice}
      name="pay-option"
      isSelected={option === choice.value}
      onSelect={() => setOption(choice.value)}
    />
  ));
  const activeIndex = PAY_OPTIONS.findIndex((choice) => choice.value === option);
  return (
    <Dialog
      isOpen={open === 'pay' || open === 'pay-success'}
      title="Payment plan"
      size="large"
      onClose={onClose}
      overlay={open === 'pay-success' && <PaidOverlay onClose={onClose} />}
      sidebar={<PaySidebar company={company} cards={cards} />}
      carousel={
        <Carousel label="Payment options" activeIndex={activeIndex}>
          {cards}
        </Carousel>
      }
      footer={
        <Stack gap={3}>
          <SummaryList rows={SUMS} look="tight" />
          <Button size="large" isWide>
            Specify Payment method
          </Button>
        </Stack>
      }
    >
      <PlanSample />
    </Dialog>
  );
}

function PaidOverlay({ onClose }: { onClose: () => void }) {
  return (
    <Overlay
      variant="success"
      title="Payment successful!"
      text="Thank you, your payment recieved"
      actions={
        <>
          <Button size="large">Download receipt</Button>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    />
  );
}

type PaySidebarProps = { company: SampleCompany; cards: readonly ReactNode[] };

function PaySidebar({ company, cards }: PaySidebarProps) {
  return (
    <Stack gap={5}>
      <Stack direction="row" gap={3}>
        <Logo name={company.name} />
        <div>
          <Text isStrong>HD-2041</Text>
          <Text size="small" tone="subtle">
            {company.name}
          </Text>
        </div>
      </Stack>
      <OptionGroup legend="Payment options" isLegendHidden>
        {cards[0]}
        <Text size="small" tone="muted" isStrong>
          Other payment options
        </Text>
        {cards.slice(1)}
      </OptionGroup>
    </Stack>
  );
}

const PAYMENTS = [
  { name: 'First payment', on: 'Today, Sun, November 15', cost: '$386.33' },
  { name: 'Second payment', on: 'Tue, December 15', cost: '$386.33' },
  { name: 'Third payment', on: 'Fri, January 15', cost: '$386.32' },
  { name: 'Final payment', on: 'Mon, February 15', cost: '$386.32' },
];

function PlanSample() {
  const [count, setCount] = useState(4);
  return (
    <Stack gap={3}>
      <ChoiceChips
        legend="Select number of payments"
        chips={[2, 3, 4, 5, 6].map((value) => ({ value, label: String(value) }))}
        value={count}
        onValueChange={setCount}
      />
      <ol className={css('payments')}>
        {PAYMENTS.map((payment, index) => (
          <li key={payment.name} className={css('payment')}>
            <span className={css('number')} aria-hidden="true">
              {index + 1}
            </span>
            <span className={css('grow')}>
              <Text isStrong>{payment.name}</Text>
              <Text size="small" tone="subtle">
                {payment.on}
              </Text>
            </span>
            <Money text={payment.cost} isStrong />
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function ConfirmPopup({ open, onClose }: PopupProps) {
  const isBusy = open === 'confirm-blocked';
  return (
    <Dialog
      isOpen={open === 'confirm' || isBusy}
      title="Cancel payment plan?"
      size="small"
      isBlocked={isBusy}
      onClose={onClose}
    >
      <Stack gap={6}>
        <Text tone="muted">
          The remaining unpaid balance will become available for payment immediately
        </Text>
        <Button variant="danger" size="large" isWide isLoading={isBusy}>
          Cancel payment
        </Button>
        {isBusy && (
          <Stack direction="row" gap={2}>
            <Heading level={3}>Closing is blocked</Heading>
            <Button variant="quiet" size="small" onClick={onClose}>
              Close anyway
            </Button>
          </Stack>
        )}
      </Stack>
    </Dialog>
  );
}
