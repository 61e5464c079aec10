/**
 * Lists of a company with a million invoices (R78): pagination uses a cursor and the page stays small. The measured
 * times are attached to the result and recorded in docs/performance.md.
 */
import { insertManyRecords } from './many-records.ts';
import { Desk } from './pages/desk.ts';
import { startPortal } from './portal.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 1_200_000 });

const COUNT = 1_000_000;
const NODES_MAX = 1500;

class Lists {
  readonly desk: Desk;
  readonly times: Record<string, number> = {};

  constructor(desk: Desk) {
    this.desk = desk;
  }

  get page() {
    return this.desk.page;
  }

  async measure(name: string, call: string, act: () => Promise<unknown>): Promise<void> {
    const isAnswer = (url: string) => new URL(url).pathname.endsWith(`/api/provider/v1/${call}`);
    const answered = this.page.waitForResponse((response) => isAnswer(response.url()));
    const begun = performance.now();
    await act();
    expect((await answered).status(), name).toBe(200);
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0);
    this.times[name] = Math.round(performance.now() - begun);
  }

  async countNodes(): Promise<number> {
    return this.page.evaluate(() => document.querySelectorAll('*').length);
  }

  async readOn(call: string): Promise<void> {
    const cursors = new Set<string>();
    this.page.on('request', (request) => {
      const url = new URL(request.url());
      const after = url.searchParams.get('after');
      expect(url.searchParams.has('offset')).toBe(false);
      if (url.pathname.endsWith(`/${call}`) && after !== null) cursors.add(after);
    });
    const frame = this.page.locator('main section[tabindex="0"]');
    await expect(async () => {
      await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      expect(cursors.size).toBeGreaterThan(3);
    }).toPass({ timeout: 30_000 });
    expect(await this.countNodes()).toBeLessThan(NODES_MAX);
  }
}

test(
  'the desk lists, filters and sorts a million invoices without delay',
  FULL_ONLY,
  async ({ page }) => {
    const portal = await startPortal();
    try {
      await insertManyRecords(portal.dataDir, { domain: 'harbor', count: COUNT });
      const desk = new Desk(page, `${portal.url}/desk/harbor`);
      await desk.enter(portal.desk);
      const lists = new Lists(desk);
      const menu = page.getByRole('navigation', { name: 'Console' });
      const link = (name: string) => menu.getByRole('link', { name, exact: true });
      const sortBy = (name: string) => page.getByRole('columnheader').getByRole('button', { name });

      await lists.measure('figures of 90 days', 'reports/summary', () =>
        page.getByLabel('Period').selectOption('90'),
      );
      await lists.measure('invoices', 'invoices', () => link('Invoices').click());
      await lists.measure('invoices by due date', 'invoices', () => sortBy('Due').click());
      await lists.measure('invoices overdue', 'invoices', () =>
        page.getByRole('link', { name: 'Overdue' }).click(),
      );
      await lists.measure('invoices by search', 'invoices', () =>
        page.getByRole('searchbox').fill('MI-07'),
      );
      await lists.measure('invoices again', 'invoices', () => link('Invoices').click());
      await lists.readOn('invoices');

      await lists.measure('customers', 'customers', () => link('Customers').click());
      await lists.measure('customers by search', 'customers', () =>
        page.getByRole('searchbox').fill('lund 49'),
      );
      await lists.measure('customers again', 'customers', () => link('Customers').click());
      await lists.readOn('customers');

      await lists.measure('payments', 'payments', () => link('Payments').click());
      await lists.measure('payments by amount', 'payments', () => sortBy('Amount').click());
      await lists.measure('payments failed', 'payments', () =>
        page.getByRole('link', { name: 'Failed' }).click(),
      );
      await lists.measure('payments again', 'payments', () => link('Payments').click());
      await lists.readOn('payments');

      await lists.measure('plans', 'plans', () => link('Plans').click());
      await lists.measure('plans running', 'plans', () =>
        page.getByRole('link', { name: 'Active' }).click(),
      );
      await lists.measure('plans again', 'plans', () => link('Plans').click());
      await lists.readOn('plans');

      await lists.measure('attention', 'attention', () =>
        menu.getByRole('link', { name: /^Needs attention/ }).click(),
      );
      await test.info().attach('milliseconds', {
        body: JSON.stringify(lists.times),
        contentType: 'application/json',
      });
    } finally {
      await portal.stop();
    }
  },
);
