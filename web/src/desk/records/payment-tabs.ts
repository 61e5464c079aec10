/** The lists that share the navigation item of payments. */
import type { DeskPaths } from '../paths.ts';
import { payoutsTexts } from '../texts/payouts.ts';

const { tabs } = payoutsTexts;

export const paymentTabs = (paths: DeskPaths) => [
  { href: paths.payments, label: tabs.payments },
  { href: paths.disputes, label: tabs.disputes },
  { href: paths.payouts, label: tabs.payouts },
  { href: paths.payoutDays, label: tabs.days },
  { href: paths.payoutDifferences, label: tabs.differences },
];
