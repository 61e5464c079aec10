/** An owner sets up a processor account in the console, without a shell: keys, webhook, a payment of one dollar. */
import { COMPANIES } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });

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

for (const { processor, fields } of COMPANIES) {
  test(`an owner takes ${processor} from nothing to a complete setup in the console`, async ({
    page,
    context,
    portal,
  }) => {
    const setup = SETUPS[processor];
    if (!setup) throw new Error(processor);
    const domain = `new-${processor.toLowerCase()}`;
    const email = `owner@${domain}.example`;
    const desk = new Desk(page, `${portal.url}/desk/${domain}`);
    const section = page.getByRole('region', { name: 'Settings', exact: true });
    const steps = page.getByRole('region', { name: 'Setup', exact: true }).getByRole('listitem');
    const step = (name: string) => steps.filter({ has: page.getByText(name, { exact: true }) });
    const save = async () => {
      await section.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('The settings are saved.')).toBeVisible();
    };

    await test.step('the operator creates a company without keys and invites its owner', async () => {
      await portal.control('POST', setup.register.path, setup.register.body);
      const options = ['--name', `New ${processor}`, '--processor', processor.toLowerCase()];
      await portal.quittance('company', 'create', domain, ...options);
      await portal.quittance('staff', 'invite', domain, email, '--name', 'Olivia Owens');
      await desk.enter(await portal.mailbox.nextSignIn(email));
      await desk.addPasskey('Work laptop');
    });

    await test.step('a wrong key is refused with its reason, and the right keys are stored', async () => {
      await desk.open('/settings/processors', 'Processor');
      await expect(step('Keys')).toContainText('To do');
      for (const [label, value] of Object.entries(setup.settings)) {
        await section.getByLabel(label, { exact: true }).fill(value);
      }
      const secret = section.locator('input[type=password]').first();
      const right = await secret.inputValue();
      await secret.fill('sk_test_of_someone_else');
      await section.getByRole('button', { name: 'Save' }).click();
      await expect(section.getByText(/refuses/).first()).toBeVisible();
      await secret.fill(right);
      await save();
      await expect(step('Keys')).toContainText('Done');
      await expect(step('Payment page')).toContainText('Done');
    });

    await test.step('the address of the webhook is entered at the processor', async () => {
      if (!setup.webhook) return;
      const { path, secret } = setup.webhook;
      await section.getByLabel('Webhook secret').fill(secret);
      await save();
      const webhookUrl = await step('Webhook').locator('code').first().innerText();
      expect(webhookUrl).toContain(`/api/webhooks/${processor.toLowerCase()}/${domain}`);
      await portal.control('PATCH', path, { webhookUrl });
      await expect(step('Webhook')).toContainText('No event has arrived yet.');
    });

    await test.step('a payment of one dollar makes the setup complete', async () => {
      await page.getByRole('button', { name: 'Create a test payment' }).click();
      const url = await desk.dialog.locator('code').innerText();
      await desk.dialog.getByRole('button', { name: 'Done' }).click();
      const payer = new PublicInvoice(await context.newPage(), fields);
      await payer.open(url);
      await payer.pay(CARDS.pays);
      await expect(payer.badge('Paid')).toBeVisible();
      await payer.page.close();
      await expect(async () => {
        await page.getByRole('button', { name: 'Check again' }).click();
        await expect(page.getByText('Everything that is required is done.')).toBeVisible();
        await expect(step('Test payment')).toContainText('Done');
      }).toPass();
      await expectNoViolations(page, 'the settings of the processor');
    });
  });
}
