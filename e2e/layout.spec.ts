/** Spacing, order and amounts on phones, tablets and desktops, measured on the rendered pages. */
import type { Locator, Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { formInFrame } from './pages/fields.ts';
import { dropFirstAnswers } from './pages/first-answers.ts';
import { amountIn, popupParts, primaryActions, SCREENS } from './pages/layout.ts';
import { PaymentPopup } from './pages/payment-popup.ts';
import type { Portal } from './portal.ts';
import { FULL_ONLY, sampledIf } from './scope.ts';
import { expect, test } from './test.ts';

const SMALL_AND_LARGE = ['phone', 'desktop'] as const;

async function openInvoice(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice / })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay / }).first()).toBeVisible();
}

test('an invoice page offers every payment option and one primary button at every width', async ({
  page,
  portal,
}) => {
  await page.goto(portal.link('harbor', 'HD-2041').url);
  for (const size of Object.values(SCREENS)) {
    await page.setViewportSize(size);
    const { width } = size;
    for (const part of [
      page.getByRole('button', { name: /Create a payment plan/ }),
      page.getByRole('button', { name: /Can't pay today\?/ }),
      page.getByText('Crown restoration, tooth 14').first(),
      page.getByText(/^Your payment details go straight to the payment processor/),
    ])
      await expect(part, `at ${width} px`).toBeVisible();
    expect(await primaryActions(page), `at ${width} px`).toEqual(['Pay now']);
  }
});

const ARRANGED = [
  { ref: 'HD-2058', primary: 'Pay now' },
  { ref: 'HD-1990', primary: 'Pay now' },
  { ref: 'HD-1987', primary: 'Pay Final payment $237.00' },
] as const;

test(
  'an open invoice, a scheduled invoice and a running plan each have one primary button',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.maya);
    for (const { ref, primary } of ARRANGED) {
      await openInvoice(page, `${portal.url}/harbor/invoices/${ref}`);
      for (const name of SMALL_AND_LARGE) {
        await page.setViewportSize(SCREENS[name]);
        await expect(page.getByRole('button', { name: primary, exact: true })).toBeVisible();
        expect(await primaryActions(page), `${ref} on a ${name}`).toEqual([primary]);
        const line = page.getByRole('region', { name: 'Auto-pay' });
        await expect(line.getByRole('button', { name: 'Set up auto-pay' })).toBeVisible();
        expect((await line.boundingBox())?.height, `${ref} on a ${name}`).toBeLessThan(100);
      }
    }
    await page.getByRole('button', { name: 'Set up auto-pay' }).click();
    await expect(page.getByRole('switch', { name: 'Auto-pay' })).toBeVisible();
  },
);

test(
  'the preselected payment of a running plan matches the pay button',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    // The plan charges a saved card, which a public link cannot use (R86).
    await signInAs(CUSTOMERS.maya);
    await page.goto(`${portal.url}/harbor/invoices/HD-1987`);
    await page.getByRole('button', { name: 'Pay Final payment $237.00' }).click();
    const popup = page.getByRole('dialog');
    await expect(
      popup.getByRole('radio', { name: 'Final payment $237.00 including fee' }),
    ).toBeChecked();
    await expect(popup.getByRole('button', { name: 'Confirm and Pay $237.00' })).toBeVisible();
  },
);

/** The views of the PAY popup, opened in sequence. Each must have room for its content. */
const VIEWS = [
  {
    name: 'the plan',
    open: (popup: PaymentPopup) => popup.popup.getByText('Create a payment plan').click(),
  },
  {
    name: 'the form of the plan',
    open: async (popup: PaymentPopup) => {
      await popup.popup.getByRole('button', { name: 'Specify Payment method' }).click();
      await popup.chooseNewMethod();
      await expect(popup.fields.cardNumber).toBeVisible();
    },
  },
  {
    name: 'the calendar',
    open: async (popup: PaymentPopup) => {
      await popup.popup.getByText("Can't pay today?").click();
      const days = popup.popup.getByRole('gridcell').getByRole('button', { disabled: false });
      await days.nth(1).click();
    },
  },
  {
    name: 'the form of the scheduled payment',
    open: async (popup: PaymentPopup) => {
      await popup.popup.getByRole('button', { name: 'Specify Payment method' }).click();
      await popup.chooseNewMethod();
      await popup.popup.getByRole('tab', { name: 'ACH Payment' }).click();
      await expect(popup.field('Routing number')).toBeVisible();
    },
  },
] as const;

for (const size of SMALL_AND_LARGE)
  test(
    `the plan and schedule popups fit on a ${size} with one scrolling part and no cut-off control`,
    sampledIf(size === 'phone'),
    async ({ page, portal }) => {
      await page.setViewportSize(SCREENS[size]);
      const invoice = new PaymentPopup(page);
      await invoice.open(portal.link('harbor', 'HD-2041').url);
      await invoice.openPopup();
      for (const { name, open } of VIEWS) {
        await open(invoice);
        const { scrollers, cut, share } = await popupParts(invoice.popup);
        expect(scrollers, name).toBeLessThanOrEqual(1);
        expect(cut, name).toEqual([]);
        expect(share, name).toBeGreaterThan(0.5);
      }
      await invoice.popup.getByRole('button', { name: 'View authorization' }).click();
      const authorization = invoice.popup.getByText(/^I authorize Harbor Dental/);
      await expect(authorization).toBeInViewport();
      await invoice.agreement.scrollIntoViewIfNeeded();
      await expect(invoice.agreement).toBeInViewport({ ratio: 1 });
      await expect(authorization).toBeInViewport();
    },
  );

async function repeatMethods(page: Page): Promise<void> {
  await dropFirstAnswers(page);
  await page.route('**/api/portal/private/debtor/*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const methods = answer.debtor.pePaymentMethods;
    const again = methods.map((method: object) => {
      const id = crypto.randomUUID();
      return { ...method, id, token: id };
    });
    answer.debtor.pePaymentMethods = [...methods, ...again];
    await route.fulfill({ response, json: answer });
  });
}

test(
  'the option for another method stays reachable below four saved methods',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await page.setViewportSize(SCREENS.phone);
    await signInAs(CUSTOMERS.maya);
    await repeatMethods(page);
    const invoice = new PaymentPopup(page);
    await invoice.open(`${portal.url}/harbor/invoices/HD-2041`);
    await invoice.openPopup();
    await expect(invoice.popup.getByRole('radio', { name: /ending in/ })).toHaveCount(4);
    const another = invoice.popup.getByRole('button', { name: 'Another payment method' });
    await expect(another).toBeInViewport({ ratio: 1 });
    const last = invoice.popup.getByRole('radio', { name: /ending in/ }).last();
    await last.focus();
    await expect(last).toBeInViewport({ ratio: 0.9 });
    await expect(another).toBeInViewport({ ratio: 1 });
    const { cut } = await popupParts(invoice.popup);
    expect(cut).toEqual([]);
  },
);

type Amounts = { portal: Portal; domain: string; invoiceRef: string };

async function readAmounts(page: Page, { portal, domain, invoiceRef }: Amounts) {
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: invoiceRef, exact: true }) });
  await page.goto(`${portal.url}/${domain}/invoices?search=${invoiceRef}`);
  const list = await amountIn(row.getByRole('cell').nth(3));
  const note = await row.getByRole('cell').nth(3).innerText();
  await page.goto(`${portal.url}/${domain}/invoices/${invoiceRef}`);
  const shown = await amountIn(page.getByRole('region', { name: 'Payment', exact: true }));
  await page.getByRole('button', { name: 'Pay now' }).click();
  const balance = page.getByRole('dialog').getByText('Invoice balance').locator('..');
  return { list, shown, popup: await amountIn(balance), note };
}

test(
  'an invoice shows the same amount in the list, the page and the popup',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.priya);
    const agreed = await readAmounts(page, { portal, domain: 'harbor', invoiceRef: 'HD-1966' });
    expect(agreed).toMatchObject({ list: '$1,110.00', shown: '$1,110.00', popup: '$1,110.00' });
    expect(agreed.note).toMatch(/Settlement offer: you save \$/);
    const option = page.getByRole('dialog').getByText('today, including fee');
    await expect(option).toBeVisible();
  },
);

test(
  'an estimate on a phone starts with its title and has a back link and one total',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await page.setViewportSize(SCREENS.phone);
    await signInAs(CUSTOMERS.grace);
    await page.goto(`${portal.url}/northwind`);
    await page
      .getByRole('link', { name: /Backyard deck/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Estimates' }).click();
    await page.getByRole('main').getByRole('link').filter({ hasText: /NW-E/ }).first().click();
    const title = page.getByRole('heading', { level: 1, name: /^Estimate NW-E/ });
    const total = page.getByText('$13,150.00');
    await expect(total).toHaveCount(1);
    const [titleBox, totalBox] = [await title.boundingBox(), await total.boundingBox()];
    expect(titleBox?.y ?? 0).toBeLessThan(totalBox?.y ?? 0);
    await page.getByRole('link', { name: 'All projects' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  },
);

test(
  'a balance of one billion dollars fits on a phone screen',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    const customerRef = CUSTOMERS.maya.reference;
    await portal.unpaid('harbor', { customerRef, totalCents: 123_456_789_012 });
    await page.setViewportSize(SCREENS.phone);
    await signInAs(CUSTOMERS.maya);
    await page.goto(`${portal.url}/harbor/invoices`);
    const card = page.getByRole('region', { name: 'Balance' });
    const amount = card.getByText(/^\$1,234,\d{3},/).first();
    await expect(amount).toBeVisible();
    const [inside, outside] = [await amount.boundingBox(), await card.boundingBox()];
    const end = (box: typeof inside): number => (box?.x ?? 0) + (box?.width ?? 0);
    expect(end(inside)).toBeLessThan(end(outside));
  },
);

test(
  'the outstanding balance is the sum of what the list asks for, an agreed offer included',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.hanna);
    await page.goto(`${portal.url}/northwind/invoices?status=outstanding`);
    await expect(page.getByText(/^Settlement offer/).first()).toBeVisible();
    const cents = (text: string) => Number(/\$([\d,.]+)/.exec(text)?.[1]?.replace(/[,.]/g, ''));
    const asked = await page.getByRole('table').locator('td:nth-child(4)').allInnerTexts();
    const balance = await page.getByRole('region', { name: 'Balance' }).innerText();
    expect(cents(balance)).toBe(asked.map(cents).reduce((sum, each) => sum + each, 0));
  },
);

function readLines(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const bottoms: number[] = [];
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      bottoms.push(...Array.from(range.getClientRects(), ({ bottom }) => bottom));
    }
    const half = parseFloat(getComputedStyle(element).fontSize) / 2;
    return bottoms.filter(
      (bottom, index) => !bottoms.slice(0, index).some((other) => Math.abs(other - bottom) < half),
    ).length;
  });
}

test(
  'no table amount wraps at 768 px, and the three start page cards share one row',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await page.setViewportSize(SCREENS.tablet);
    await signInAs(CUSTOMERS.grace);
    await page.goto(`${portal.url}/northwind/invoices`);
    const totals = page.getByRole('cell').filter({ hasText: /of \$/ });
    await expect(totals.first()).toBeVisible();
    for (const cell of await totals.all()) {
      expect(await readLines(cell), await cell.innerText()).toBe(2);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
    await page.goto(portal.url);
    const cards = page.getByRole('main').getByRole('listitem');
    const tops = await Promise.all(
      (await cards.all()).map(async (card) => (await card.boundingBox())?.y),
    );
    expect(new Set(tops).size).toBe(1);
  },
);

test('the Escape key in a Stripe field closes the popup', FULL_ONLY, async ({ page, portal }) => {
  const invoice = new PaymentPopup(page, formInFrame);
  const { url } = await portal.unpaid('northwind');
  await invoice.open(url);
  await invoice.openCardForm();
  await invoice.fields.cardNumber.press('Escape');
  await expect(invoice.popup).toBeHidden();
});
