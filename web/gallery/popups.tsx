// Dialogs: the shape of PAY with sidebar, carousel and footer, a dialog covered by a result, CONFIRM, and a drawer.

import { isoDate } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import { buildInstallments } from '@quittance/domain/checkout/plan';
import { PlanChoice } from '../src/portal/arrangements/plan-choice.tsx';
import { Logo } from '../src/shared/theme/logo.tsx';
import { Button } from '../src/shared/ui/actions/button.tsx';
import { SummaryList } from '../src/shared/ui/data/summary-list.tsx';
import { OptionGroup } from '../src/shared/ui/form/option-group.tsx';
import { Stack } from '../src/shared/ui/layout/stack.tsx';
import { Carousel } from '../src/shared/ui/overlay/carousel.tsx';
import { Dialog, type DialogProps } from '../src/shared/ui/overlay/dialog.tsx';
import { Overlay } from '../src/shared/ui/overlay/overlay.tsx';
import { Text } from '../src/shared/ui/text/text.tsx';
import type { CatalogEntry } from './catalog-entry.ts';
import { payOptionCards } from './choices.tsx';
import type { SampleCompany } from './companies.ts';
import { noop, PAY_OPTIONS, SUMS } from './sample-data.tsx';
import { WithState } from './with-state.tsx';

const TODAY = isoDate('2026-11-15');

function PayDialog({
  company,
  overlay,
}: Pick<DialogProps, 'overlay'> & { company: SampleCompany }) {
  return (
    <WithState initial="plan">
      {(option, setOption: (value: string) => void) => {
        const cards = payOptionCards('pay-option', option, setOption);
        const activeIndex = PAY_OPTIONS.findIndex(({ value }) => value === option);
        return (
          <Dialog
            isOpen
            title="Payment plan"
            size="large"
            onClose={noop}
            overlay={overlay}
            sidebar={
              <Stack gap={5}>
                <Stack direction="row" gap={3}>
                  <Logo name={company.name} />
                  <Text isStrong>HD-2041</Text>
                </Stack>
                <OptionGroup legend="Payment options" isLegendHidden>
                  {cards}
                </OptionGroup>
              </Stack>
            }
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
            <WithState initial={4}>
              {(count, onCountChange) => (
                <PlanChoice
                  counts={[2, 3, 4, 5, 6]}
                  count={count}
                  installments={buildInstallments({
                    anchor: TODAY,
                    amountCents: cents(150_000),
                    feeCents: cents(4_530),
                    count,
                  })}
                  today={TODAY}
                  onCountChange={onCountChange}
                />
              )}
            </WithState>
          </Dialog>
        );
      }}
    </WithState>
  );
}

function ConfirmDialog({ isBlocked = false }: Pick<DialogProps, 'isBlocked'>) {
  return (
    <Dialog isOpen title="Cancel payment plan?" size="small" isBlocked={isBlocked} onClose={noop}>
      <Stack gap={6}>
        <Text tone="muted">
          The remaining unpaid balance will become available for payment immediately
        </Text>
        <Button variant="danger" size="large" isWide isLoading={isBlocked}>
          Cancel payment
        </Button>
      </Stack>
    </Dialog>
  );
}

const PAID = (
  <Overlay
    variant="success"
    title="Payment successful!"
    text="Thank you, your payment recieved"
    actions={<Button size="large">Download receipt</Button>}
  />
);

export const POPUPS: readonly CatalogEntry[] = [
  {
    id: 'dialog-pay',
    title: 'Dialog with sidebar, carousel and footer',
    isOverlay: true,
    render: (company) => <PayDialog company={company} />,
  },
  {
    id: 'dialog-pay-success',
    title: 'Dialog covered by a result',
    isOverlay: true,
    render: (company) => <PayDialog company={company} overlay={PAID} />,
  },
  {
    id: 'dialog-confirm',
    title: 'Small dialog',
    isOverlay: true,
    render: () => <ConfirmDialog />,
  },
  {
    id: 'dialog-confirm-blocked',
    title: 'Small dialog that cannot be closed',
    isOverlay: true,
    render: () => <ConfirmDialog isBlocked />,
  },
  {
    id: 'drawer',
    title: 'Drawer',
    isOverlay: true,
    render: () => (
      <Dialog isOpen title="Maya" placement="side" onClose={noop}>
        <Stack gap={1}>
          {['Invoices', 'Payments', 'Profile'].map((label) => (
            <Button key={label} variant="quiet">
              {label}
            </Button>
          ))}
        </Stack>
      </Dialog>
    ),
  },
];
