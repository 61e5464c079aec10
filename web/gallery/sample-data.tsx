// Data that several states of the catalog show.

import { MethodLine } from '../src/shared/ui/data/method-line.tsx';
import { Money } from '../src/shared/ui/text/money.tsx';

export const PAY_OPTIONS = [
  { value: 'now', icon: 'card', title: 'Pay now', text: '$1,500.00 today' },
  { value: 'plan', icon: 'plan', title: 'Create a payment plan', text: '$386.33 a month' },
  { value: 'later', icon: 'calendar', title: "Can't pay today?", text: 'Schedule a payment' },
] as const;

const FEE = { label: 'Processing fee (3% + $0.30)', value: <Money text="$45.30" /> };

export const SUMS = [
  { label: 'Invoice balance', value: <Money text="$1,500.00" /> },
  FEE,
  { label: 'Total over 4 payments', value: <Money text="$1,545.30" />, isStrong: true },
];

export const RECEIPT = [
  { label: 'Amount', value: <Money text="$1,500.00" /> },
  FEE,
  { label: 'Paid with', value: <MethodLine type="card" brand="visa" last4="4242" /> },
  { label: 'Date', value: 'November 15, 2026 2:31 PM' },
];

export const noop = (): void => undefined;
