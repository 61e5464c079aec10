/** On small phones, total and pay button of every popup are in view, also above an open keyboard. */
import type { Locator, Page } from '@playwright/test';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { CustomerAccount } from './pages/customer-account.ts';
import { expectOnTop } from './pages/layout.ts';
import { PaymentPopup } from './pages/payment-popup.ts';
import type { Portal } from './portal.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, test } from './test.ts';

const PHONES = [
  { width: 375, height: 667 },
  { width: 320, height: 568 },
] as const;

/** Windows in which a keyboard leaves only the upper part. */
const WITH_KEYBOARD = [
  { width: 375, height: 340 },
  { width: 320, height: 280 },
] as const;

type Popup = { name: string; open: () => Promise<void>; button: Locator; hasTotal?: boolean };

async function expectActionInView(
  page: Page,
  { name, button, hasTotal = true }: Popup,
  sizes: readonly { width: number; height: number }[] = PHONES,
): Promise<void> {
  const total = page
    .getByRole('dialog')
    .getByText(/^Total\b/)
    .last();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const where = `${name} at ${size.width}×${size.height}`;
    await expect(button, `the button of ${where}`).toBeInViewport({ ratio: 1 });
    await expectOnTop(button, `the button of ${where}`);
    if (!hasTotal) continue;
    await expect(total, `the total of ${where}`).toBeInViewport({ ratio: 1 });
    await expectOnTop(total, `the total of ${where}`);
    await expect(total.locator('..')).toContainText(/\$\d/);
  }
}

async function walk(page: Page, popups: readonly Popup[]): Promise<void> {
  for (const popup of popups) {
    await popup.open();
    await expectActionInView(page, popup);
  }
}

test('every popup of a public link has its total and its button in view', async ({
  page,
  portal,
}) => {
  const [phone] = PHONES;
  await page.setViewportSize(phone);
  const invoice = new PaymentPopup(page);
  const { popup } = invoice;
  const specify = popup.getByRole('button', { name: 'Specify Payment method' });
  const later = popup.getByRole('button', { name: /^Confirm scheduled payment \$/ });
  const first = popup.getByRole('button', { name: /^Pay First payment \$/ });
  await invoice.open(portal.link('harbor', 'HD-2041').url);
  await walk(page, [
    { name: 'a saved method', open: () => invoice.openPopup(), button: invoice.submit },
    {
      name: 'a card',
      open: async () => {
        await invoice.chooseNewMethod();
        await expect(invoice.fields.cardNumber).toBeVisible();
      },
      button: invoice.submit,
    },
    {
      name: 'a bank account',
      open: async () => {
        await popup.getByRole('tab', { name: 'ACH Payment' }).click();
        await expect(invoice.field('Routing number')).toBeVisible();
      },
      button: invoice.submit,
    },
    {
      name: 'a plan',
      open: () => popup.getByText('Create a payment plan').click(),
      button: specify,
    },
    { name: 'the method of a plan', open: () => specify.click(), button: first },
    {
      name: 'the calendar',
      open: async () => {
        await popup.getByText("Can't pay today?").click();
        const days = popup.getByRole('gridcell').getByRole('button', { disabled: false });
        await days.nth(1).click();
      },
      button: specify,
    },
    { name: 'the method of a scheduled payment', open: () => specify.click(), button: later },
  ]);
});

function accountPopups(page: Page, portal: Portal): Popup[] {
  const account = new CustomerAccount(page);
  const { popup } = account;
  const harbor = `${portal.url}/harbor`;
  const show = async (url: string, name: string | RegExp) => {
    await account.open(url);
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
    await expect(popup).toBeVisible();
  };
  return [
    {
      name: 'an installment',
      open: () => show(`${harbor}/invoices/HD-1987`, /^Pay (Final|Third) payment \$/),
      button: account.submit,
    },
    {
      name: 'several invoices',
      open: async () => {
        await account.open(`${harbor}/pay-invoices`);
        await page.getByRole('button', { name: 'Continue' }).click();
        await account.openPopup();
      },
      button: popup.getByRole('button', { name: /^Confirm/ }),
    },
    {
      name: 'the method of a plan',
      open: () => show(`${harbor}/invoices/HD-1987`, 'Change'),
      button: account.button('Confirm payment'),
      hasTotal: false,
    },
    {
      name: 'the cancellation of a scheduled payment',
      open: () => show(`${harbor}/invoices/HD-1990`, 'Cancel payment'),
      button: account.button('Cancel payment'),
      hasTotal: false,
    },
    {
      name: 'a new method',
      open: () => show(`${harbor}/profile`, /Add .*payment method/),
      button: account.button('Confirm payment'),
      hasTotal: false,
    },
    {
      name: 'the removal of a method',
      open: () => show(`${harbor}/profile`, /^Remove .*4242/),
      button: account.button('Confirm'),
      hasTotal: false,
    },
    {
      name: 'another day of a payment',
      open: () => show(`${harbor}/upcoming`, 'Change date'),
      button: popup.getByRole('button', { name: 'Review the change' }),
      hasTotal: false,
    },
    {
      name: 'a skipped payment',
      open: () => show(`${harbor}/upcoming`, 'Skip this payment'),
      button: account.button('Agree and save change'),
      hasTotal: false,
    },
    {
      name: 'another day of a plan',
      open: () => show(`${harbor}/invoices/HD-1987`, 'Another day of the month'),
      button: account.button('Review the change'),
      hasTotal: false,
    },
  ];
}

function buildersPopups(page: Page, portal: Portal): Popup[] {
  const [{ domain, fields }] = COMPANIES;
  const account = new CustomerAccount(page, fields);
  const project = async (tab: 'Orders' | 'Estimates') => {
    await page.goto(`${portal.url}/${domain}`);
    await account.openTab(/^Kitchen remodel/, tab);
  };
  return [
    {
      name: 'orders',
      open: async () => {
        await project('Orders');
        await account.buildRequest(/Installation of the cabinets/, '25.00');
        await account.openPopup();
      },
      button: account.button('Confirm payment'),
    },
    {
      name: 'an estimate',
      open: async () => {
        await project('Estimates');
        // Accepted already.
        await page.getByRole('link', { name: 'NW-E-377', exact: true }).click();
        await account.openPopup();
      },
      button: account.button('Confirm payment'),
    },
    {
      name: 'another amount',
      open: async () => {
        await account.open((await portal.unpaid(domain)).url);
        await account.openPopup();
        await page.getByRole('button', { name: 'Pay another amount' }).click();
      },
      button: account.submit,
    },
  ];
}

test(
  'every popup of a customer has its total and its button in view',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.maya);
    await walk(page, accountPopups(page, portal));
  },
);

test(
  'every popup of orders, estimates and another amount has its total and its button in view',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.grace);
    await walk(page, buildersPopups(page, portal));
  },
);

test('total, button and the focused field are in view above a keyboard', async ({
  page,
  portal,
}) => {
  const [phone] = PHONES;
  await page.setViewportSize(phone);
  const invoice = new PaymentPopup(page);
  await invoice.open((await portal.unpaid('harbor')).url);
  await invoice.openCardForm();
  await invoice.field('CVC').focus();
  const frame = page.locator('iframe[title="Secure input: CVC"]');
  for (const size of WITH_KEYBOARD) {
    await expectActionInView(
      page,
      { name: 'a card', open: async () => {}, button: invoice.submit },
      [size],
    );
    await frame.scrollIntoViewIfNeeded();
    await expectOnTop(frame, `the field at ${size.width}×${size.height}`);
  }
});

/** Safari's keyboard covers the window and changes only the visual viewport. */
async function coverWindow(page: Page, visible: number): Promise<void> {
  await page.evaluate((height) => {
    const viewport = window.visualViewport;
    if (!viewport) throw new Error('no visual viewport');
    Object.defineProperty(viewport, 'height', { value: height, configurable: true });
    viewport.dispatchEvent(new Event('resize'));
  }, visible);
}

test('total and button move above a keyboard that covers the window', async ({ page, portal }) => {
  const [phone] = PHONES;
  await page.setViewportSize(phone);
  const invoice = new PaymentPopup(page);
  await invoice.open((await portal.unpaid('harbor')).url);
  await invoice.openCardForm();
  await coverWindow(page, 340);
  const bottom = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(() => bottom(invoice.submit)).toBeLessThan(340);
  await expect.poll(() => bottom(invoice.popup.getByText(/^Total\b/).last())).toBeLessThan(340);
  await coverWindow(page, phone.height);
  await expect.poll(() => bottom(invoice.popup)).toBe(phone.height);
});
