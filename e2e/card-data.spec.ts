/**
 * Card and account numbers stay in the processor's fields: no request, log or database row of the portal may
 * contain them.
 */
import type { Page } from '@playwright/test';
import { COMPANIES } from './demo-companies.ts';
import { PublicInvoice } from './pages/public-invoice.ts';
import type { Portal } from './portal.ts';
import { isFull } from './scope.ts';
import { expect, test } from './test.ts';

const CARD = '5555555555554444';
const ACCOUNT = '000123456789';

function recordRequests(page: Page, portal: Portal): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(portal.url)) return;
    sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`);
  });
  return sent;
}

function pattern(number: string): RegExp {
  return new RegExp([...number].join('[ -]?'));
}

test('card and account numbers never appear in a request, log or database row', async ({
  page,
  portal,
}) => {
  test.setTimeout(120_000);
  const sent = recordRequests(page, portal);
  for (const { domain, fields } of isFull ? COMPANIES : COMPANIES.slice(0, 1)) {
    const invoice = new PublicInvoice(page, fields);
    await invoice.open((await portal.unpaid(domain)).url);
    await invoice.pay(CARD);
    await expect(page.getByText('Payment successful!')).toBeVisible();
    expect(await page.content()).not.toMatch(pattern(CARD));

    await invoice.open((await portal.unpaid(domain)).url);
    await invoice.openBankForm();
    await invoice.fillBankAccount(ACCOUNT);
    await invoice.submit.click();
    await expect(page.getByText('Your bank debit is on its way')).toBeVisible();
    expect(await page.content()).not.toMatch(pattern(ACCOUNT));
  }
  const requests = sent.join('\n');
  expect(requests).toContain('full/submit');
  for (const number of [CARD, ACCOUNT]) expect(requests).not.toMatch(pattern(number));

  const numbers = [CARD, '5555 5555 5555 4444', ACCOUNT];
  // As a control, the search must find a route in the log and an invoice in the database.
  const found = await portal.filesContaining(['full/submit', 'HD-2058', ...numbers]);
  expect(found['full/submit']).not.toEqual([]);
  expect(found['HD-2058']).not.toEqual([]);
  for (const number of numbers) expect(found[number], number).toEqual([]);
});
