/** A page requests an intent and confirms it in the browser with Stripe's own script (R44). */
import type { Page } from '@playwright/test';
import { formInFrame } from './pages/fields.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, test } from './test.ts';

async function offer(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const [, domain = '', , token = ''] = window.location.pathname.split('/');
    const headers = { authorization: `Link ${token}` };
    const read = async (path: string) => (await fetch(`/api/portal/${path}`, { headers })).json();
    const { account } = await read(`public/account/${domain}/${token}`);
    const { company } = await read(`public/company/${domain}/${token}`);
    const { paymentIntent } = await read(`request/${account.requestId}/pay/intent`);
    // The cast is safe because Stripe's script, which the popup has loaded, defines this property.
    const { Stripe } = window as unknown as { Stripe: (key: string) => OpenStripe };
    const stripe = Stripe(company.processorData.publicKey);
    const elements = stripe.elements({ clientSecret: paymentIntent.client_secret });
    const place = document.createElement('div');
    place.id = 'intent-page';
    document.body.replaceChildren(place);
    // The popup has left its page lock on the body.
    document.body.removeAttribute('style');
    elements.create('payment').mount(place);
    const button = document.createElement('button');
    button.textContent = 'Confirm at Stripe';
    button.addEventListener('click', async () => {
      const { paymentIntent: intent, error } = await stripe.confirmPayment({
        elements,
        redirect: 'if_required',
      });
      place.textContent = intent?.status ?? error?.code ?? 'unknown';
    });
    document.body.append(button);
  });
}

type OpenStripe = {
  elements(options: { clientSecret: string }): {
    create(type: 'payment'): { mount(place: HTMLElement): void };
  };
  confirmPayment(options: unknown): Promise<{
    paymentIntent?: { status: string };
    error?: { code: string };
  }>;
};

test(
  'Stripe: an intent confirmed by the browser pays the invoice once',
  FULL_ONLY,
  async ({ page, context, portal }) => {
    const before = (await portal.charges('northwind')).length;
    const { url } = await portal.unpaid('northwind');
    const invoice = new PublicInvoice(page, formInFrame);
    await invoice.open(url);
    await invoice.openCardForm();
    await offer(page);
    await invoice.fillCard(CARDS.pays);
    await page.getByRole('button', { name: 'Confirm at Stripe' }).click();
    await expect(page.locator('#intent-page')).toHaveText('succeeded');

    const later = new PublicInvoice(await context.newPage(), formInFrame);
    // The processor's event may not have arrived yet when the page opens.
    await expect(async () => {
      await later.open(url);
      await expect(later.badge('Paid')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    const charges = await portal.charges('northwind');
    expect(charges).toHaveLength(before + 1);
  },
);
