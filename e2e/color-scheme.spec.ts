/**
 * Input is kept when the device switches between light and dark mode while a card is being typed (product §5.1).
 */
import { COMPANIES } from './demo-companies.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { sampledIf } from './scope.ts';
import { expect, test } from './test.ts';

test.use({ colorScheme: 'light' });

for (const { domain, processor, fields } of COMPANIES) {
  test(
    `${processor}: a typed card number stays readable when the device switches to dark mode`,
    sampledIf(processor === 'Stripe'),
    async ({ page, portal }) => {
      const invoice = new PublicInvoice(page, fields);
      await invoice.open((await portal.unpaid(domain)).url);
      await invoice.openCardForm();
      await invoice.fillCard(CARDS.pays);
      await expect(invoice.submit).toBeEnabled();
      const number = invoice.fields.cardNumber;
      const textColor = () => number.evaluate((field) => getComputedStyle(field).color);
      const light = await textColor();
      const box = invoice.popup.getByRole('group', { name: 'Card number' });
      const ground = () => box.evaluate((element) => getComputedStyle(element).backgroundColor);
      const lightGround = processor === 'Stripe' ? '' : await ground();
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(number).toHaveValue(/4242 ?4242/);
      await expect(invoice.submit).toBeEnabled();
      // Stripe's form follows the color scheme. The other processors' fields keep a light box around their dark
      // text.
      if (processor === 'Stripe') await expect.poll(textColor).not.toBe(light);
      else {
        await expect(box).toHaveCSS('background-color', lightGround);
        expect(await textColor()).toBe(light);
      }
    },
  );
}
