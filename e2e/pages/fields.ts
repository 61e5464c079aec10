/** A processor's fields: one frame per field (PayEngine, Fiserv), or one frame with a form (Stripe). */
import { expect, type Locator, type Page } from '@playwright/test';
import { type Texts, toTexts } from '../texts.ts';

export type TypedField = { field: Locator; text: string };

export type Fields = {
  cardNumber: Locator;
  cardFields(number: string): TypedField[];
  fillCard(number: string): Promise<void>;
  fillBankAccount(accountNumber: string): Promise<void>;
};

const PAYER = { first: 'Maya', last: 'Lindqvist', email: 'maya@example.com' } as const;

export function fieldInFrame(page: Page, label: string): Locator {
  return page.frameLocator(`iframe[title="Secure input: ${label}"]`).getByLabel(label);
}

async function fillAll(fields: readonly TypedField[]): Promise<void> {
  for (const { field, text } of fields) await field.fill(text);
}

export function framePerField(page: Page, { fieldTexts }: Texts = toTexts('en')): Fields {
  const { labels } = fieldTexts;
  const field = (label: string) => fieldInFrame(page, label);
  const fillName = async (label: string, name: string) => {
    const own = page.getByRole('dialog').getByRole('textbox', { name: label });
    await ((await own.isVisible()) ? own : field(label)).fill(name);
  };
  const cardFields = (number: string) => [
    { field: field(labels.cardHolder), text: `${PAYER.first} ${PAYER.last}` },
    { field: field(labels.cardNumber), text: number },
    { field: field(labels.expiry), text: '12 / 34' },
    { field: field(labels.cvc), text: '123' },
  ];
  return {
    cardNumber: field(labels.cardNumber),
    cardFields,
    fillCard: (number) => fillAll(cardFields(number)),
    async fillBankAccount(accountNumber) {
      await field(labels.routingNumber).fill('110000000');
      await field(labels.accountNumber).fill(accountNumber);
      await fillName(labels.firstName, PAYER.first);
      await fillName(labels.lastName, PAYER.last);
    },
  };
}

/**
 * Presses a button in a frame that may close as a result. A click can arrive before the browser has the position of
 * a new frame. A key press is acknowledged by the frame, which may already be gone. Both would time out.
 */
export async function pressInFrame(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.dispatchEvent('click');
}

/** Both tabs keep their frame, but only that of the selected tab is visible. The sandbox's texts are in English. */
export function formInFrame(page: Page): Fields {
  const frames = page.locator('iframe[title="Secure payment input frame"]');
  const form = () => frames.filter({ visible: true }).contentFrame();
  const cardFields = (number: string) => [
    { field: form().getByLabel('Card number'), text: number },
    { field: form().getByLabel('Expiration date'), text: '12 / 34' },
    { field: form().getByLabel('Security code'), text: '123' },
  ];
  return {
    cardNumber: form().getByLabel('Card number'),
    cardFields,
    fillCard: (number) => fillAll(cardFields(number)),
    async fillBankAccount(accountNumber) {
      await form().getByLabel('Full name').fill(`${PAYER.first} ${PAYER.last}`);
      await form().getByLabel('Email').fill(PAYER.email);
      await pressInFrame(form().getByRole('button', { name: /Sandbox Bank/ }));
      const choice = form().getByLabel('Account', { exact: true });
      const option = choice.locator('option', { hasText: accountNumber.slice(-4) });
      await choice.selectOption((await option.getAttribute('value')) ?? '');
    },
  };
}
