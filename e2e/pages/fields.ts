/**
 * How a processor draws its fields: one frame per field (PayEngine, Fiserv), or one frame with a
 * whole form in it (Stripe). A payer types the same things either way.
 */
import type { Locator, Page } from '@playwright/test';

export type Fields = {
  cardNumber: Locator;
  fillCard(number: string): Promise<void>;
  fillBankAccount(accountNumber: string): Promise<void>;
};

const PAYER = { first: 'Maya', last: 'Lindqvist', email: 'maya@example.com' } as const;

export function fieldInFrame(page: Page, label: string): Locator {
  return page.frameLocator(`iframe[title="Secure input: ${label}"]`).getByLabel(label);
}

export function framePerField(page: Page): Fields {
  const field = (label: string) => fieldInFrame(page, label);
  /** Ours where the processor has no field for it. */
  const fillName = async (label: string, name: string) => {
    const ours = page.getByRole('dialog').getByRole('textbox', { name: label });
    await ((await ours.isVisible()) ? ours : field(label)).fill(name);
  };
  return {
    cardNumber: field('Card number'),
    async fillCard(number) {
      await field('Card holder name').fill(`${PAYER.first} ${PAYER.last}`);
      await field('Card number').fill(number);
      await field('Expiry date').fill('12 / 34');
      await field('CVC').fill('123');
    },
    async fillBankAccount(accountNumber) {
      await field('Routing number').fill('110000000');
      await field('Account number').fill(accountNumber);
      await fillName('First name', PAYER.first);
      await fillName('Last name', PAYER.last);
    },
  };
}

/** Both tabs keep their form; only the chosen one is seen. */
export function formInFrame(page: Page): Fields {
  const frames = page.locator('iframe[title="Secure payment input frame"]');
  const form = () => frames.filter({ visible: true }).contentFrame();
  return {
    cardNumber: form().getByLabel('Card number'),
    async fillCard(number) {
      await form().getByLabel('Card number').fill(number);
      await form().getByLabel('Expiration date').fill('12 / 34');
      await form().getByLabel('Security code').fill('123');
    },
    async fillBankAccount(accountNumber) {
      await form().getByLabel('Full name').fill(`${PAYER.first} ${PAYER.last}`);
      await form().getByLabel('Email').fill(PAYER.email);
      await form()
        .getByRole('button', { name: /Sandbox Bank/ })
        .press('Enter');
      const choice = form().getByLabel('Account', { exact: true });
      const option = choice.locator('option', { hasText: accountNumber.slice(-4) });
      await choice.selectOption((await option.getAttribute('value')) ?? '');
    },
  };
}
