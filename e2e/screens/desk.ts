/**
 * Every page of the staff console, and the states that the demo data does not contain: loading, failed and empty.
 */
import type { Page } from '@playwright/test';
import type { Desk } from '../pages/desk.ts';

type DeskScreen = {
  name: string;
  path: string;
  heading: RegExp;
  opensFirst?: boolean;
  dialog?: string;
};

export const DESK_SCREENS: readonly DeskScreen[] = [
  { name: 'overview', path: '', heading: /Overview/ },
  { name: 'attention', path: '/attention', heading: /Needs attention/ },
  { name: 'invoices', path: '/invoices', heading: /Invoices/ },
  { name: 'invoices filtered', path: '/invoices?minBalance=1&status=DUE', heading: /Invoices/ },
  { name: 'invoice', path: '/invoices', heading: /^Invoice /, opensFirst: true },
  { name: 'new invoice', path: '/invoices/new', heading: /New invoice/ },
  { name: 'customers', path: '/customers', heading: /Customers/ },
  { name: 'customer', path: '/customers', heading: /./, opensFirst: true },
  { name: 'payments', path: '/payments', heading: /Payments/ },
  { name: 'payment', path: '/payments', heading: /^Payment of/, opensFirst: true },
  { name: 'disputes', path: '/disputes', heading: /Disputes/ },
  { name: 'payouts', path: '/payouts', heading: /Payouts/ },
  { name: 'payouts by day', path: '/payouts/days', heading: /Payouts/ },
  { name: 'payout differences', path: '/payouts/differences', heading: /Payouts/ },
  { name: 'plans', path: '/plans', heading: /Plans/ },
  { name: 'schedules', path: '/plans/schedules', heading: /Plans/ },
  { name: 'projects', path: '/projects', heading: /Projects/ },
  { name: 'project', path: '/projects', heading: /./, opensFirst: true },
  { name: 'contracts', path: '/contracts', heading: /Contracts/ },
  { name: 'new project', path: '/projects', heading: /Projects/, dialog: 'New project' },
  ...['Edit', 'Add order', 'Add estimate'].map((dialog) => ({
    name: `project, ${dialog.toLowerCase()}`,
    path: '/projects',
    heading: /./,
    opensFirst: true,
    dialog,
  })),
  { name: 'new contract', path: '/contracts', heading: /Contracts/, dialog: 'New contract' },
  { name: 'edit contract', path: '/contracts', heading: /Contracts/, dialog: 'Edit' },
  { name: 'import', path: '/import', heading: /Import/ },
  { name: 'brand', path: '/settings/brand', heading: /Brand/ },
  { name: 'fees', path: '/settings/fees', heading: /Fees/ },
  { name: 'rules', path: '/settings/rules', heading: /./ },
  { name: 'reminders', path: '/settings/reminders', heading: /./ },
  { name: 'email texts', path: '/settings/mail-texts', heading: /Email texts/ },
  { name: 'processors', path: '/settings/processors', heading: /./ },
  { name: 'keys', path: '/settings/keys', heading: /./ },
  { name: 'webhooks', path: '/settings/webhooks', heading: /./ },
  { name: 'team', path: '/settings/team', heading: /./ },
  { name: 'single sign-on', path: '/settings/single-sign-on', heading: /./ },
  { name: 'audit', path: '/settings/audit', heading: /./ },
  { name: 'accounting', path: '/settings/accounting', heading: /./ },
  { name: 'account', path: '/settings/account', heading: /./ },
  { name: 'not found', path: '/nowhere', heading: /./ },
];

async function waitForAnswers(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

async function openFirst(desk: Desk, heading: RegExp): Promise<void> {
  await desk.page.locator('main tbody a').first().click();
  await desk.page.waitForURL(/\/[0-9a-f]{8}-[\w-]{27}$/);
  await desk.expectHeading(heading);
  await waitForAnswers(desk.page);
}

export async function openScreen(desk: Desk, screen: DeskScreen): Promise<void> {
  const { path, heading, opensFirst = false, dialog } = screen;
  await desk.open(path, opensFirst ? /./ : heading);
  await waitForAnswers(desk.page);
  if (opensFirst) await openFirst(desk, heading);
  if (dialog === undefined) return;
  await desk.page.getByRole('button', { name: dialog, exact: true }).first().click();
  await desk.dialog.waitFor();
}

const READS = /\/api\/provider\/v1\/(?!attention\/counts)/;
const EMPTY = { data: [], nextCursor: null };

type DeskState = {
  name: string;
  paths: readonly string[];
  prepare: (page: Page) => Promise<unknown>;
};

export const DESK_STATES: readonly DeskState[] = [
  {
    name: 'waiting',
    paths: ['', '/invoices', '/attention', '/settings/fees'],
    prepare: (page) => page.route(READS, () => undefined),
  },
  {
    name: 'failed',
    paths: ['', '/payments', '/attention', '/settings/rules'],
    prepare: (page) => page.route(READS, (route) => route.fulfill({ status: 500, body: '{}' })),
  },
  {
    name: 'empty',
    paths: [
      '/invoices',
      '/customers',
      '/payments',
      '/plans',
      '/projects',
      '/contracts',
      '/attention',
    ],
    prepare: (page) => page.route(READS, (route) => route.fulfill({ json: EMPTY })),
  },
];
