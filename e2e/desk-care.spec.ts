/**
 * The console does not lose work, says what is true, and shows rows that can be told apart (R76, R78): each step is a
 * defect that staff met before.
 */

import type { Route } from '@playwright/test';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { Keyboard } from './pages/keyboard.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });

test('unsaved work survives a link, Back, a reload and the end of the session', async ({
  page,
  context,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  const keep = () => leaving.getByRole('button', { name: 'Keep editing' }).click();
  const number = page.getByLabel('Invoice number');

  await test.step('the sign-in page names the company', async () => {
    await page.goto(`${desk.root}/sign-in`);
    await expect(page.getByText('For Harbor Dental staff.')).toBeVisible();
    await desk.signInByMail(portal, 'owner.harbor@example.com');
  });

  await test.step('a half-typed invoice is guarded', async () => {
    await desk.openList('Invoices');
    await page.getByRole('link', { name: 'New invoice' }).click();
    await number.fill('CARE-1');
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await keep();
    await expect(number).toHaveValue('CARE-1');
    await page.goBack();
    await keep();
    await expect(number).toHaveValue('CARE-1');
    await page.reload();
    await expect(number).toHaveValue('CARE-1');
  });

  await test.step('an ended session is renewed over the page', async () => {
    const cookies = await context.cookies();
    await context.clearCookies({ name: /desk/ });
    expect(cookies.some(({ name }) => name.includes('desk'))).toBe(true);
    await page.getByRole('combobox', { name: 'Find a customer' }).fill('Da');
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.getByRole('button', { name: 'Email me a sign-in link' }).click();
    const { code } = await portal.mailbox.nextSignIn('owner.harbor@example.com');
    await ended.getByLabel('Code from the email').fill(code);
    await ended.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(ended).toBeHidden();
    await expect(number).toHaveValue('CARE-1');
  });

  await test.step('changed settings are guarded, and discarded only on request', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await leaving.getByRole('button', { name: 'Discard changes' }).click();
    await desk.open('/settings', 'Brand');
    await expect(page.getByText('Amount due').first()).toBeVisible();
    await page.getByLabel('Time zone').selectOption('America/Chicago');
    await page.getByRole('link', { name: 'Team' }).click();
    await leaving.getByRole('button', { name: 'Discard changes' }).click();
    await desk.expectHeading('Team');
    await desk.open('/invoices/new', 'New invoice');
    await expect(number).toHaveValue('');
  });

  const boxes = page.getByRole('checkbox', { name: /^Select HD/ });
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  const inDialog = (name: string) => desk.dialog.getByRole('button', { name });

  await test.step('selected invoices are sent by keyboard, and a lost response is repeated for its row', async () => {
    const keys = new Keyboard(page);
    await desk.open('/invoices?status=DUE', 'Invoices');
    await expect(boxes.nth(1)).toBeVisible();
    for (const index of [0, 1]) {
      await keys.tabTo(boxes.nth(index));
      await keys.expectVisibleFocus();
      await keys.press('Space');
    }
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/send', lose, { times: 1 });
    await expect(bar).toContainText('2 selected');
    await keys.tabTo(bar.getByRole('button', { name: 'Send by email' }), 'Shift+Tab');
    await keys.expectVisibleFocus();
    await keys.press('Enter');
    await desk.dialog.getByLabel('Note').fill('Thank you for your visit.');
    await keys.activate(inDialog('Send by email'));
    await expect(desk.dialog.getByText('1 of 2 done, 1 not done.')).toBeVisible();
    await expectNoViolations(page, 'the results of a bulk action');
    await keys.activate(inDialog('Try the other 1 again'), 'Space');
    await expect(desk.dialog.getByText('2 of 2 done.')).toBeVisible();
    await keys.press('Escape');
    await expect(desk.dialog).toBeHidden();
    await expect(bar).toBeHidden();
  });

  await test.step('a phone selects cards, reminds and tags them, and a filter finds the tag', async () => {
    await page.setViewportSize({ width: 375, height: 667 });
    await desk.open('/invoices?status=DUE', 'Invoices');
    await boxes.nth(0).check();
    await bar.getByRole('button', { name: 'Remind' }).click();
    await inDialog('Remind').click();
    await expect(desk.dialog.getByText('1 of 1 done.')).toBeVisible();
    await inDialog('Done').click();
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await bar.getByRole('button', { name: 'Tag' }).click();
    await desk.dialog.getByLabel('Tag').fill('call back');
    await expectNoViolations(page, 'the tag of selected invoices on a phone');
    await inDialog('Tag').click();
    await expect(desk.dialog.getByText('2 of 2 done.')).toBeVisible();
    await inDialog('Done').click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('call back');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/metadata=tag/);
    await expect(boxes).toHaveCount(2);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

test('an invitation says that it works for 7 days', async ({ page, browser, portal }) => {
  const desk = new Desk(page, `${portal.url}/desk/northwind`);
  await desk.signInByMail(portal, 'owner.northwind@example.com');
  await desk.addPasskey(portal, 'Work laptop');
  await desk.open('/settings/team', 'Team');
  await page.getByRole('button', { name: 'Invite' }).click();
  await desk.fill({ Name: 'Ines Vega', Email: 'ines.vega@example.com' });
  await desk.dialog.getByRole('button', { name: 'Send invitation' }).click();
  const { url, code } = await portal.mailbox.nextSignIn('ines.vega@example.com');
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(url);
  await expect(
    guest.getByRole('heading', { name: 'Join the staff of Northwind Builders' }),
  ).toBeVisible();
  await expect(guest.getByText('7 days')).toBeVisible();
  await expect(guest.getByText('another browser')).toHaveCount(0);
  await expect(guest.getByText('10 minutes')).toHaveCount(0);
  await guest.getByLabel('Code from the email').fill(code);
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await guest.goto(`${desk.root}/settings/brand`);
  await expect(guest.getByText('Your role does not include this page')).toBeVisible();
  await expect(guest.getByText('Only owners')).toBeVisible();
  await guest.context().close();
});

test('lists, figures and search tell rows apart at every width', async ({ page, portal }) => {
  const desk = new Desk(page, `${portal.url}/desk/northwind`);
  const counts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/attention/counts')) counts.push(request.url());
  });
  await desk.signInByMail(portal, 'viewer.northwind@example.com');

  await test.step('the overview reads the counts once and links its figures', async () => {
    await expect(page.getByText(/^Previous:/).first()).toBeVisible();
    expect(counts).toHaveLength(1);
    const aging = page.getByRole('region', { name: 'Overdue by age' });
    await aging.getByLabel('As of').fill('2020-01-01');
    await expect(aging).toContainText('Nothing is overdue.');
    await page.getByRole('link', { name: 'Overdue', exact: true }).click();
    await expect(page).toHaveURL(/invoices\?isOverdue=true/);
  });

  await test.step('a row is a link, a short list is as high as its rows, and no value is cut', async () => {
    await desk.openList('Payments');
    const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    const cut = await rows.getByRole('cell').evaluateAll((cells) =>
      cells
        .filter((cell) => !cell.querySelector('a[href*="/customers/"]'))
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
        .map((cell) => cell.textContent),
    );
    expect(cut).toEqual([]);
    await page.getByRole('link', { name: 'Returned', exact: true }).click();
    await desk.openList('Payments');
    await rows.nth(1).getByRole('cell').last().click();
    await desk.expectHeading(/^Payment of \$/);
  });

  await test.step('a phone shows cards with customer, amount and state', async () => {
    await page.setViewportSize({ width: 375, height: 667 });
    await desk.open('/payments', 'Payments');
    const card = page.getByRole('table', { name: 'Payments' }).getByRole('row').nth(1);
    await expect(card).toContainText(/\$[\d,]+\.\d\d/);
    await expect(card).toContainText('·');
    const isCut = await card.evaluate((row) =>
      [...row.querySelectorAll('span, a')].some((each) => each.scrollWidth > each.clientWidth + 1),
    );
    expect(isCut).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the search finds a customer, an invoice and a payment from any page', async () => {
    await page.keyboard.press('/');
    const search = page.getByRole('combobox', { name: 'Customers, invoices and payments' });
    await search.fill('1881');
    await expect(page.getByRole('option', { name: /^Payment of/ }).first()).toBeVisible();
    await page.setViewportSize({ width: 375, height: 667 });
    await expect(page.getByRole('button', { name: 'Menu', includeHidden: true })).toBeAttached();
    await expect(search).toHaveValue('1881');
    await page.setViewportSize({ width: 1280, height: 800 });
    await search.fill('NW');
    await expect(page.getByRole('option', { name: /^Invoice NW/ }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await search.fill('import');
    await expect(page.getByText('Nothing found.').first()).toBeVisible();
  });
});
