/** A payer asks about an invoice, disputes it, and reads the company's replies (R40). */
import type { Page } from '@playwright/test';
import { expectNoViolations } from './pages/axe.ts';
import { openOffice } from './pages/company-office.ts';
import { expectNoOverflow, turn } from './pages/layout.ts';
import { PublicInvoice } from './pages/public-invoice.ts';
import { expect, inEveryLanguage, test } from './test.ts';
import type { Texts } from './texts.ts';

const QUESTION = 'Is the second visit part of this invoice?';
const DISPUTE = 'You billed the crown twice.\nPlease look at tooth 14.';
const CHARACTERS_MIN = 10;

function section(page: Page, { inquiryTexts }: Texts) {
  return page.locator('section', {
    has: page.getByRole('heading', { name: inquiryTexts.title }),
  });
}

inEveryLanguage(() => {
  test('a payer sends a question and a dispute by link and receives the replies', async ({
    page,
    portal,
    texts,
  }) => {
    const { inquiryTexts, invoiceTexts, INVOICE_STATUS_LABELS } = texts;
    const { open, labels, submit } = inquiryTexts;
    const office = await openOffice(portal, 'harbor');
    const { url, invoiceRef } = await portal.unpaid('harbor');
    await new PublicInvoice(page).open(url);
    const questions = section(page, texts);
    const payNow = page.getByRole('button', { name: invoiceTexts.payNow });

    await questions.getByRole('button', { name: open.QUESTION }).click();
    const text = questions.getByRole('textbox', { name: labels.QUESTION });
    await expect(text).toBeFocused();
    await text.fill('Why?');
    await questions.getByRole('button', { name: submit.QUESTION }).click();
    await expect(questions.getByText(inquiryTexts.tooShort(CHARACTERS_MIN))).toBeVisible();
    await text.fill(QUESTION);
    await expectNoViolations(page, 'the form of a question');
    await questions.getByRole('button', { name: submit.QUESTION }).click();
    await expect(questions.getByText(inquiryTexts.isOpen)).toBeVisible();
    await expect(questions.getByRole('button', { name: open.QUESTION })).toBeHidden();
    await expect(payNow).toBeVisible();
    await office.answer(QUESTION, 'Yes, both visits are.');
    await page.reload();
    await expect(questions.getByText('Yes, both visits are.')).toBeVisible();

    await questions.getByRole('button', { name: open.DISPUTE }).click();
    const dispute = questions.getByRole('textbox', { name: labels.DISPUTE });
    await dispute.fill(DISPUTE);
    await turn(page);
    await expect(dispute).toHaveValue(DISPUTE);
    await questions.getByRole('button', { name: submit.DISPUTE }).click();
    await expect(page.getByText(INVOICE_STATUS_LABELS.DISPUTED, { exact: true })).toBeVisible();
    await expect(payNow).toBeHidden();
    await office.answer(DISPUTE, 'We looked again.\nBoth teeth were treated.');
    await page.reload();
    await expect(payNow).toBeVisible();
    await expect(questions.getByText('Both teeth were treated.')).toBeVisible();
    await expectNoOverflow(page);
    await expectNoViolations(page, 'an answered dispute');
    // The customer has not chosen a language, so the email is in English.
    const mail = await portal.mailbox.next(
      ({ subject, text: body }) =>
        subject === `Harbor Dental answered your dispute about invoice ${invoiceRef}` &&
        body.includes('Both teeth were treated.'),
    );
    expect(mail.text).toContain('Please look at tooth 14.');
  });
});
