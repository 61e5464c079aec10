/** The addresses of the console's pages, below `/desk/{domain}`. */
import { useMemo } from 'react';
import { useParams } from 'react-router';

export const DESK_HOME = '/desk';

export const SETTINGS_PAGES = [
  'brand',
  'fees',
  'rules',
  'reminders',
  'mail-texts',
  'accounting',
  'processors',
  'keys',
  'webhooks',
  'team',
  'single-sign-on',
  'audit',
  'account',
] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

export type DeskPaths = ReturnType<typeof toPaths>;

export function toPaths(domain: string) {
  const base = `${DESK_HOME}/${encodeURIComponent(domain)}`;
  return {
    overview: base,
    signIn: `${base}/sign-in`,
    attention: `${base}/attention`,
    invoices: `${base}/invoices`,
    newInvoice: `${base}/invoices/new`,
    invoice: (id: string) => `${base}/invoices/${id}`,
    customers: `${base}/customers`,
    customer: (id: string) => `${base}/customers/${id}`,
    payments: `${base}/payments`,
    payment: (id: string) => `${base}/payments/${id}`,
    disputes: `${base}/disputes`,
    dispute: (id: string) => `${base}/disputes/${id}`,
    payouts: `${base}/payouts`,
    payout: (id: string) => `${base}/payouts/${id}`,
    payoutDays: `${base}/payouts/days`,
    payoutDifferences: `${base}/payouts/differences`,
    plans: `${base}/plans`,
    schedules: `${base}/plans/schedules`,
    projects: `${base}/projects`,
    project: (id: string) => `${base}/projects/${id}`,
    contracts: `${base}/contracts`,
    import: `${base}/import`,
    settings: (page: SettingsPage) => `${base}/settings/${page}`,
  };
}

export function usePaths(): DeskPaths {
  const { domain = '' } = useParams();
  return useMemo(() => toPaths(domain), [domain]);
}

/** Accepts only a page of this company, because an attacker may have manipulated the address. */
export function safeNext(domain: string, next: string | null): string {
  const { overview, signIn } = toPaths(domain);
  const isInside = next === overview || next?.startsWith(`${overview}/`);
  return next !== null && isInside && !next.startsWith(signIn) ? next : overview;
}
