// What the product answers with: overlays, toasts, tooltips, waiting, empty and failed states.

import { type ComponentProps, useState } from 'react';
import { bindClasses } from '../src/lib/bind-classes.ts';
import { Logo } from '../src/theme/logo.tsx';
import { Button } from '../src/ui/actions/button.tsx';
import { IconButton } from '../src/ui/actions/icon-button.tsx';
import { MethodLine } from '../src/ui/data/method-line.tsx';
import { SummaryList } from '../src/ui/data/summary-list.tsx';
import { EmptyState } from '../src/ui/feedback/empty-state.tsx';
import { ErrorState } from '../src/ui/feedback/error-state.tsx';
import { Notice } from '../src/ui/feedback/notice.tsx';
import { OfflineBanner } from '../src/ui/feedback/offline-banner.tsx';
import { showToast, type ToastTone } from '../src/ui/feedback/show-toast.tsx';
import { Skeleton } from '../src/ui/feedback/skeleton.tsx';
import { Card } from '../src/ui/layout/card.tsx';
import { Overlay } from '../src/ui/overlay/overlay.tsx';
import { Tooltip } from '../src/ui/overlay/tooltip.tsx';
import { Money } from '../src/ui/text/money.tsx';
import type { SampleCompany } from './companies.ts';
import styles from './gallery.module.css';
import { Sample } from './sample.tsx';

const css = bindClasses(styles);

type FeedbackProps = { company: SampleCompany; isOffline: boolean };

export function Feedback({ company, isOffline }: FeedbackProps) {
  return (
    <>
      <Overlays />
      <Sample title="Notices" look="grid">
        <Notice>Card details go straight to the processor.</Notice>
        <Notice tone="info">Your bank debit was sent on November 15, 2026.</Notice>
        <Notice tone="success" title="Contact added successfully">
          We sent a code to maya@example.com.
        </Notice>
        <Notice tone="warning" title="This card expires in 12 days">
          Your next payment is on December 15. Add another method in time.
        </Notice>
        <Notice
          tone="danger"
          title="Payment failed"
          action={
            <Button variant="secondary" size="small">
              Use another method
            </Button>
          }
        >
          Your bank declined the card. Nothing was charged.
        </Notice>
      </Sample>
      <Toasts />
      <Tooltips company={company} />
      <Sample title="Skeletons, empty and failed" look="grid">
        <Card>
          <Skeleton shape="circle" width="40px" height="40px" />
          <Skeleton width="60%" />
          <Skeleton width="90%" />
          <Skeleton shape="block" height="72px" />
        </Card>
        <Card>
          <EmptyState
            title="No invoices yet"
            text="When Harbor Dental sends you one, it appears here."
            action={<Button variant="secondary">View payments</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            text="We could not load your invoices. Your payments are not affected."
            onRetry={() => undefined}
          />
        </Card>
      </Sample>
      <OfflineBanner isOffline={isOffline} />
    </>
  );
}

const RECEIPT = [
  { label: 'Amount', value: <Money text="$1,500.00" /> },
  { label: 'Processing fee (3% + $0.30)', value: <Money text="$45.30" /> },
  { label: 'Paid with', value: <MethodLine kind="card" brand="visa" last4="4242" /> },
  { label: 'Date', value: 'November 15, 2026 2:31 PM' },
];

const SCHEDULE = [
  { label: 'Date', value: 'Fri, November 20' },
  { label: 'Amount', value: <Money text="$1,545.30" /> },
  { label: 'Payment method', value: <MethodLine kind="bank" last4="6789" /> },
];

function Overlays() {
  const close = <Button variant="quiet">Close</Button>;
  return (
    <Sample title="Result overlay" look="grid">
      <div className={css('stage')}>
        <Overlay
          variant="loading"
          title="Initializing secure payment environment"
          actions={close}
        />
      </div>
      <div className={css('stage')}>
        <Overlay
          variant="pending"
          title="Please, dont close this window while paying"
          actions={close}
        />
      </div>
      <div className={css('stage')}>
        <Overlay
          variant="success"
          title="Payment successful!"
          text="Thank you, your payment recieved"
          actions={
            <>
              <Button size="large">Download receipt</Button>
              {close}
            </>
          }
        >
          <Card>
            <SummaryList rows={RECEIPT} />
          </Card>
        </Overlay>
      </div>
      <div className={css('stage')}>
        <Overlay
          variant="error"
          title="Payment unsuccessful!"
          text="Something went wrong!"
          actions={
            <>
              <Button size="large">Try again</Button>
              {close}
            </>
          }
        />
      </div>
      <div className={css('stage')}>
        <Overlay
          variant="scheduled"
          title="Payment scheduled"
          text="Thanks! You've scheduled a payment"
          actions={close}
        >
          <Card>
            <SummaryList rows={SCHEDULE} />
          </Card>
        </Overlay>
      </div>
    </Sample>
  );
}

const TOASTS: readonly [ToastTone, string][] = [
  ['success', 'Payment method removed'],
  ['error', 'Stripe was unable to process your payment. Please try again.'],
  ['info', 'Payment is processing'],
  ['warning', 'This action is not allowed in demo mode'],
];

function Toasts() {
  return (
    <Sample title="Toasts" look="row">
      {TOASTS.map(([tone, text]) => (
        <Button key={tone} variant="secondary" onClick={() => showToast({ tone, text })}>
          {`Show ${tone}`}
        </Button>
      ))}
    </Sample>
  );
}

const RECEIPT_HINT = 'Login to your customer portal to see payment receipt';

function Tooltips({ company }: { company: SampleCompany }) {
  const logo = <Logo name={company.name} size="small" />;
  const text = 'Is owed the money and set the terms of this plan.';
  return (
    <Sample title="Tooltips" look="row">
      <TooltipSample label="Receipt" text={RECEIPT_HINT} />
      <TooltipSample label="Download receipt" text={RECEIPT_HINT} placement="bottom" />
      <TooltipSample
        label="Who is this?"
        text={text}
        placement="top_right"
        name={company.name}
        logo={logo}
      />
    </Sample>
  );
}

type TooltipSampleProps = Omit<ComponentProps<typeof Tooltip>, 'anchor' | 'onClose'> & {
  label: string;
};

function TooltipSample({ label, ...tooltip }: TooltipSampleProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        icon="info"
        label={label}
        onPointerEnter={({ currentTarget }) => setAnchor(currentTarget)}
        onFocus={({ currentTarget }) => setAnchor(currentTarget)}
        onBlur={() => setAnchor(null)}
      />
      {anchor && <Tooltip {...tooltip} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}
