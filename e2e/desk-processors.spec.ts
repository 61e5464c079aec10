/**
 * From an empty database to a paid invoice in the browser only, once per processor: company, keys, webhook, customer,
 * invoice, payment (R75). What the story does in the processor's dashboard is done at the sandbox.
 */
import type { BrowserContext } from '@playwright/test';
import { COMPANIES } from './demo-companies.ts';
import { addAuthenticator } from './pages/authenticator.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { type Portal, startPortal } from './portal.ts';
import { expect, test as withPortal } from './test.ts';

/** Each test needs an empty database. */
const test = withPortal.extend<{ empty: Portal }>({
  empty: [
    async ({ browserName: _ }, use) => {
      const portal = await startPortal({ SEED_DEMO: 'false' });
      await use(portal);
      await portal.stop();
    },
    { timeout: 120_000 },
  ],
});

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 20_000 });

type Setup = {
  /** The account as the processor's dashboard creates it. */
  register: { path: string; body: object };
  settings: Readonly<Record<string, string>>;
  webhook: { path: string; secret: string } | null;
};

const SETUPS: Readonly<Record<string, Setup>> = {
  Stripe: {
    register: {
      path: 'stripe/accounts',
      body: {
        id: 'acct_new',
        secretKey: 'sk_test_new_account',
        publishableKey: 'pk_test_new_account',
        webhookSecret: 'whsec_new_account',
      },
    },
    settings: { 'Publishable key': 'pk_test_new_account', 'Secret key': 'sk_test_new_account' },
    webhook: { path: 'stripe/accounts/acct_new', secret: 'whsec_new_account' },
  },
  PayEngine: {
    register: {
      path: 'payengine/merchants',
      body: {
        merchantId: 'mer_new',
        privateKey: 'sk_test_new_merchant',
        publicKey: 'pk_test_new_merchant',
        webhookSecret: 'whsec_new_merchant',
      },
    },
    settings: {
      'Merchant ID': 'mer_new',
      'Private key': 'sk_test_new_merchant',
      'Public key': 'pk_test_new_merchant',
    },
    webhook: { path: 'payengine/merchants/mer_new', secret: 'whsec_new_merchant' },
  },
  Fiserv: {
    register: {
      path: 'fiserv/merchants',
      body: {
        merchantId: '100008000009999',
        terminalId: '10000002',
        apiKey: 'api_key_of_new_account',
        secret: 'hmac_secret_of_new_account',
      },
    },
    settings: {
      'Merchant ID': '100008000009999',
      'Terminal ID': '10000002',
      'API key': 'api_key_of_new_account',
      'API secret': 'hmac_secret_of_new_account',
    },
    webhook: null,
  },
};

/** Clicks of the owner and the payer, not counting those that only focus a field. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let count = 0;
  await context.exposeFunction('countClick', () => {
    count += 1;
  });
  await context.addInitScript(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => isTrusted && Reflect.get(window, 'countClick')(),
      true,
    );
  });
  return () => count;
}

const CLICKS_MAX = 16;

for (const { processor, fields } of COMPANIES) {
  test(`an owner takes ${processor} from an empty database to a paid invoice in the browser`, async ({
    page,
    context,
    empty: portal,
  }) => {
    const setup = SETUPS[processor];
    if (!setup) throw new Error(processor);
    const clicks = await countClicks(context);
    const domain = `new-${processor.toLowerCase()}`;
    const desk = new Desk(page, `${portal.url}/desk/${domain}`);
    const section = page.getByRole('region', { name: 'Settings', exact: true });
    const steps = page.getByRole('region', { name: 'Setup', exact: true }).getByRole('listitem');
    const step = (name: string) => steps.filter({ has: page.getByText(name, { exact: true }) });
    const take = (name: string) =>
      page.getByRole('region', { name: 'First steps' }).getByRole('link', { name }).click();
    const saved = page.getByText('Settings saved.');

    await test.step('the link of the first start creates the company and signs its owner in', async () => {
      await portal.control('POST', setup.register.path, setup.register.body);
      await addAuthenticator(page);
      const link = await portal.setupLink();
      expect(link).toMatch(/^http:\/\/localhost:/);
      await page.goto(link);
      await page.getByLabel('Company name').fill(`New ${processor}`);
      await page.getByLabel('Payment processor').selectOption(processor.toLowerCase());
      await page.getByLabel('Your name').fill('Olivia Owens');
      await page.getByLabel('Your work email').fill('olivia@example.com');
      await page.getByRole('button', { name: 'Create company' }).click();
      await desk.expectHeading('Overview');
      await expectNoViolations(page, 'the first steps');
    });

    await test.step('a wrong key is refused with its reason, and the right keys are stored', async () => {
      await take('Connect your processor');
      await expect(step('Keys')).toContainText('To do');
      for (const [label, value] of Object.entries(setup.settings)) {
        await section.getByLabel(label, { exact: true }).fill(value);
      }
      if (setup.webhook) await section.getByLabel('Webhook secret').fill(setup.webhook.secret);
      const secret = section.locator('input[type=password]').first();
      const right = await secret.inputValue();
      await secret.fill('sk_test_of_someone_else');
      await section.getByRole('button', { name: 'Save' }).click();
      await desk.dialog.getByRole('button', { name: 'Add a passkey' }).click();
      await expect(section.getByText(/refuses/).first()).toBeVisible();
      await secret.fill(right);
      await section.getByRole('button', { name: 'Save' }).click();
      await expect(saved).toBeVisible();
      await expect(step('Keys')).toContainText('Done');
      await expect(step('Payment page')).toContainText('Done');
    });

    await test.step('the address of the webhook is entered at the processor', async () => {
      if (!setup.webhook) return;
      const webhookUrl = await step('Webhook').locator('code').first().innerText();
      expect(webhookUrl).toContain(`/api/webhooks/${processor.toLowerCase()}/${domain}`);
      await portal.control('PATCH', setup.webhook.path, { webhookUrl });
      await expect(step('Webhook')).toContainText('No event has arrived yet.');
    });

    await test.step('the first customer gets the first invoice by email and pays it', async () => {
      await desk.openList('Overview');
      await take('Add a customer');
      await page.getByRole('button', { name: 'New customer' }).first().click();
      await desk.fill({
        'First name': 'Paula',
        'Last name': 'Price',
        'Customer number': 'C-1',
      });
      await desk.dialog.getByLabel('Email').fill('paula@example.com');
      await desk.dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Customer saved.')).toBeVisible();
      await desk.openList('Overview');
      await take('Issue an invoice');
      await page.getByRole('combobox', { name: 'Find a customer' }).fill('Paula');
      const found = page.getByRole('listbox', { name: 'Find a customer' });
      await found.getByRole('option').first().click();
      await page.getByLabel('Invoice number').fill('N-1');
      await page.getByLabel('Title').fill('First visit');
      const line = page.getByRole('group', { name: 'Line 1' });
      await line.getByLabel('Description').fill('Visit');
      await line.getByLabel('Price').fill('120.00');
      await page.getByRole('button', { name: 'Issue and send' }).click();
      await desk.expectHeading('Invoice N-1');
      const url = await portal.mailbox.nextLink('paula@example.com', /http\S+\/pay\/\w+/);
      const payer = new PublicInvoice(await context.newPage(), fields);
      await payer.open(url);
      await payer.pay(CARDS.pays);
      await expect(payer.badge('Paid')).toBeVisible();
      await payer.page.close();
    });

    await test.step('the console shows the payment, and the setup is complete', async () => {
      await desk.openList('Invoices');
      await expect(page.getByRole('row', { name: /N-1/ })).toContainText('Paid');
      test.info().annotations.push({ type: 'clicks', description: String(clicks()) });
      expect(clicks()).toBeLessThanOrEqual(CLICKS_MAX);
      await desk.openList('Overview');
      await expect(page.getByRole('region', { name: 'First steps' })).toBeHidden();
      await desk.open('/settings/processors', 'Processor');
      await expect(async () => {
        await page.getByRole('button', { name: 'Check again' }).click();
        await expect(page.getByText('All required steps are done.')).toBeVisible();
        await expect(step('Test payment')).toContainText('Done');
      }).toPass();
      await expectNoViolations(page, 'the settings of the processor');
    });
  });
}
