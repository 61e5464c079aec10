/** What is typed into a processor's fields stays there: no request, no log, no row of ours has it. */
import { expect, type Page, test } from '@playwright/test';
import { formInFrame, framePerField } from './pages/fields.ts';
import { PublicInvoice } from './pages/public-invoice.ts';
import { type Portal, startPortal } from './portal.ts';

const CARD = '5555555555554444';
const ACCOUNT = '000123456789';

const COMPANIES = [
  { domain: 'northwind', fields: formInFrame },
  { domain: 'harbor', fields: framePerField },
  { domain: 'summit', fields: framePerField },
] as const;

let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal?.stop());

/** Everything the page sends to us, as it leaves. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(portal.url)) return;
    sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`);
  });
  return sent;
}

type Company = (typeof COMPANIES)[number];

async function payByCard(page: Page, { domain, fields }: Company): Promise<void> {
  const invoice = new PublicInvoice(page, fields);
  await invoice.open(portal.unpaid(domain).url);
  await invoice.pay(CARD);
  await expect(page.getByText('Payment successful!')).toBeVisible();
}

async function payByBank(page: Page, { domain, fields }: Company): Promise<void> {
  const invoice = new PublicInvoice(page, fields);
  await invoice.open(portal.unpaid(domain).url);
  await invoice.openBankForm();
  await invoice.fillBankAccount(ACCOUNT);
  await invoice.submit.click();
  await expect(page.getByText('Your bank debit is on its way')).toBeVisible();
}

/** Grouped or not: digits of a number with at most a space or hyphen between them. */
function pattern(number: string): RegExp {
  return new RegExp([...number].join('[ -]?'));
}

test('card and account numbers appear in no request, no log and no row', async ({ page }) => {
  test.setTimeout(120_000);
  const sent = recordRequests(page);
  for (const company of COMPANIES) {
    await payByCard(page, company);
    expect(await page.content()).not.toMatch(pattern(CARD));
    await payByBank(page, company);
    expect(await page.content()).not.toMatch(pattern(ACCOUNT));
  }
  const requests = sent.join('\n');
  expect(requests).toContain('full/submit');
  for (const canary of [CARD, ACCOUNT]) expect(requests).not.toMatch(pattern(canary));

  // Proof that the search finds what is there: a route in the log, an invoice in the database.
  expect(await portal.filesHolding('full/submit')).not.toEqual([]);
  expect(await portal.filesHolding('HD-2058')).not.toEqual([]);
  for (const canary of [CARD, '5555 5555 5555 4444', ACCOUNT]) {
    expect(await portal.filesHolding(canary)).toEqual([]);
  }
});
