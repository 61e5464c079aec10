/** A payer asks about an invoice and disputes it, and reads the company's answers (R40). On a phone. */
import type { Page } from '@playwright/test';
import { expectNoViolations } from './pages/axe.ts';
import { openOffice } from './pages/company-office.ts';
import { PublicInvoice } from './pages/public-invoice.ts';
import { expect, PHONE, test } from './test.ts';

test.use(PHONE);

const QUESTION = 'Is the second visit part of this invoice?';
const DISPUTE = 'You billed the crown twice.\nPlease look at tooth 14.';

function section(page: Page) {
  return page.locator('section', {
    has: page.getByRole('heading', { name: 'Questions about this invoice' }),
  });
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow)).toBe(0);
}

test('a question and a dispute by link, with their answers on the page and by email', async ({
  page,
  portal,
}) => {
  const office = await openOffice(portal, 'harbor');
  const { url, invoiceRef } = await portal.unpaid('harbor');
  await new PublicInvoice(page).open(url);
  const questions = section(page);

  await questions.getByRole('button', { name: 'Ask a question' }).click();
  const text = questions.getByRole('textbox', { name: 'What would you like to know?' });
  await expect(text).toBeFocused();
  await text.fill('Why?');
  await questions.getByRole('button', { name: 'Send question' }).click();
  await expect(questions.getByText('Please write at least 10 characters.')).toBeVisible();
  await text.fill(QUESTION);
  await expectNoViolations(page, 'the form of a question');
  await questions.getByRole('button', { name: 'Send question' }).click();
  await expect(questions.getByText('Waiting for an answer')).toBeVisible();
  await expect(questions.getByRole('button', { name: 'Ask a question' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  await office.answer(QUESTION, 'Yes, both visits are.');
  await page.reload();
  await expect(questions.getByText('Yes, both visits are.')).toBeVisible();

  await questions.getByRole('button', { name: 'Dispute this invoice' }).click();
  await questions.getByRole('textbox', { name: 'What is wrong with this invoice?' }).fill(DISPUTE);
  await questions.getByRole('button', { name: 'Send dispute' }).click();
  await expect(page.getByText('Disputed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeHidden();
  await office.answer(DISPUTE, 'We looked again.\nBoth teeth were treated.');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  await expect(questions.getByText('Both teeth were treated.')).toBeVisible();
  await expectNoOverflow(page);
  await expectNoViolations(page, 'an answered dispute');
  const mail = await portal.mailbox.next(
    ({ subject, text: body }) =>
      subject === `Harbor Dental answered your dispute about invoice ${invoiceRef}` &&
      body.includes('Both teeth were treated.'),
  );
  expect(mail.text).toContain('Please look at tooth 14.');
});
