// Overlays, notices, toasts, tooltips, and waiting, empty and failed states.

import type { ComponentProps } from 'react';
import { bindClasses } from '../src/shared/lib/bind-classes.ts';
import { Logo } from '../src/shared/theme/logo.tsx';
import { Button } from '../src/shared/ui/actions/button.tsx';
import { IconButton } from '../src/shared/ui/actions/icon-button.tsx';
import { SummaryList } from '../src/shared/ui/data/summary-list.tsx';
import { EmptyState } from '../src/shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../src/shared/ui/feedback/error-state.tsx';
import { Notice } from '../src/shared/ui/feedback/notice.tsx';
import { OfflineBanner } from '../src/shared/ui/feedback/offline-banner.tsx';
import { showToast, type ToastTone } from '../src/shared/ui/feedback/show-toast.tsx';
import { Skeleton } from '../src/shared/ui/feedback/skeleton.tsx';
import { Card } from '../src/shared/ui/layout/card.tsx';
import { Overlay, type OverlayVariant } from '../src/shared/ui/overlay/overlay.tsx';
import { Tooltip } from '../src/shared/ui/overlay/tooltip.tsx';
import type { CatalogEntry } from './catalog-entry.ts';
import styles from './gallery.module.css';
import { noop, RECEIPT } from './sample-data.tsx';
import { WithState } from './with-state.tsx';

const css = bindClasses(styles);

const OVERLAYS: readonly [OverlayVariant, string, string?][] = [
  ['loading', 'Initializing secure payment environment'],
  ['pending', 'Please, dont close this window while paying'],
  ['success', 'Payment successful!', 'Thank you, your payment recieved'],
  ['error', 'Payment unsuccessful!', 'Something went wrong!'],
  ['scheduled', 'Payment scheduled', "Thanks! You've scheduled a payment"],
];

const OVERLAY_ENTRIES = OVERLAYS.map(
  ([variant, title, text]): CatalogEntry => ({
    id: `overlay-${variant}`,
    title: `Result overlay, ${variant}`,
    layout: 'grid',
    render: () => (
      <div className={css('stage')}>
        <Overlay
          variant={variant}
          title={title}
          text={text}
          actions={<Button variant="quiet">Close</Button>}
        >
          {variant === 'success' && (
            <Card>
              <SummaryList rows={RECEIPT} />
            </Card>
          )}
        </Overlay>
      </div>
    ),
  }),
);

const TOASTS: readonly [ToastTone, string][] = [
  ['success', 'Payment method removed'],
  ['error', 'Stripe was unable to process your payment. Please try again.'],
  ['info', 'Payment is processing'],
  ['warning', 'This action is not allowed in demo mode'],
];

type TooltipSampleProps = Omit<ComponentProps<typeof Tooltip>, 'anchor' | 'onClose'>;

function TooltipSample(tooltip: TooltipSampleProps) {
  return (
    <WithState<HTMLElement | null> initial={null}>
      {(anchor, setAnchor) => (
        <>
          <IconButton
            icon="info"
            label={`Tooltip ${tooltip.placement}`}
            onPointerEnter={({ currentTarget }) => setAnchor(currentTarget)}
            onFocus={({ currentTarget }) => setAnchor(currentTarget)}
            onBlur={() => setAnchor(null)}
          />
          {anchor && <Tooltip {...tooltip} anchor={anchor} onClose={() => setAnchor(null)} />}
        </>
      )}
    </WithState>
  );
}

const RECEIPT_HINT = 'Login to your customer portal to see payment receipt';

export const FEEDBACK: readonly CatalogEntry[] = [
  ...OVERLAY_ENTRIES,
  {
    id: 'notices',
    title: 'Notices',
    layout: 'grid',
    render: () => (
      <>
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
          action={{ label: 'Use another method', onClick: noop }}
        >
          Your bank declined the card. Nothing was charged.
        </Notice>
      </>
    ),
  },
  {
    id: 'toasts',
    title: 'Toasts',
    layout: 'row',
    render: () =>
      TOASTS.map(([tone, text]) => (
        <Button key={tone} variant="secondary" onClick={() => showToast({ tone, text })}>
          {`Show ${tone}`}
        </Button>
      )),
  },
  {
    id: 'tooltips',
    title: 'Tooltips',
    layout: 'row',
    render: ({ name }) => (
      <>
        <TooltipSample text={RECEIPT_HINT} placement="top" />
        <TooltipSample text={RECEIPT_HINT} placement="bottom" />
        <TooltipSample text={RECEIPT_HINT} placement="top_left" />
        <TooltipSample
          text="Is owed the money and set the terms of this plan."
          placement="top_right"
          name={name}
          logo={<Logo name={name} size="small" />}
        />
      </>
    ),
  },
  {
    id: 'skeletons',
    title: 'Skeletons',
    render: () => (
      <Card>
        <Skeleton shape="circle" width="40px" height="40px" />
        <Skeleton width="60%" />
        <Skeleton width="90%" />
        <Skeleton shape="block" height="72px" />
      </Card>
    ),
  },
  {
    id: 'empty-state',
    title: 'Empty state',
    render: () => (
      <EmptyState
        title="No invoices yet"
        text="When Harbor Dental sends you one, it appears here."
        action={<Button variant="secondary">View payments</Button>}
      />
    ),
  },
  {
    id: 'error-state',
    title: 'Error state',
    render: () => (
      <ErrorState
        text="We could not load your invoices. Your payments are not affected."
        onRetry={noop}
      />
    ),
  },
  {
    id: 'offline-banner',
    title: 'Offline banner',
    isOverlay: true,
    render: () => <OfflineBanner isOffline />,
  },
];
