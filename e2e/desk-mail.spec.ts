/** A company's emails: copies to a contact of its customer (R94), reminders by choices (R28), and own texts (R99). */

import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });

test('a copy of an invoice reaches a contact, who turns copies off with one click', async ({
  page,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  const books = 'books@maya.example';
  const copies = page.getByRole('region', { name: 'Copies' });
  await desk.signInByMail(portal, 'owner.harbor@example.com');

  await test.step('the contact is added on the page of the customer', async () => {
    await desk.openRow('/customers?search=Maya', 'Maya');
    await copies.getByRole('button', { name: 'Add a contact' }).click();
    await desk.dialog.getByLabel('Email address').fill('books');
    await desk.dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(desk.dialog.getByText('Enter an email address.')).toBeVisible();
    await desk.dialog.getByLabel('Email address').fill(books);
    await desk.dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(copies.getByText(books)).toBeVisible();
    await expectNoViolations(page, 'a customer with a contact in copy');
  });

  const copy = await test.step('the invoice is sent, and the copy has no link to pay', async () => {
    await page.getByRole('link', { name: /^HD-/ }).first().click();
    const note = 'Thank you for your visit on <Monday>.';
    await desk.sendInvoice(note);
    const mail = await portal.mailbox.next(({ subject }) => subject.includes('HD-'), books);
    expect(mail.text).toContain('This is a copy of an email to Maya');
    expect(mail.text).toContain(note);
    await expect(page.getByRole('table', { name: 'Public links' }).getByText(note)).toBeVisible();
    await expectNoViolations(page, 'an invoice that was sent with a note');
    expect(mail.text).not.toContain('/pay/');
    return mail;
  });

  await test.step('the recipient turns copies of invoices off', async () => {
    await page.goto(/https?:\S+unsubscribe\S+/.exec(copy.text)?.[0] ?? '');
    await expect(page.getByText('Copies of invoices')).toBeVisible();
    await page.getByRole('button', { name: 'Turn off these emails' }).click();
    await expect(page.getByText('These emails are turned off')).toBeVisible();
    await desk.openRow('/customers?search=Maya', 'Maya');
    await expect(copies.getByText('Turned off invoices')).toBeVisible();
  });
});

test('an owner chooses when reminders are sent, and what each says', async ({ page, portal }) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  await desk.signInByMail(portal, 'owner.harbor@example.com');
  await desk.addPasskey(portal, 'Work laptop');
  await desk.open('/settings/reminders', /./);
  const steps = page.getByRole('combobox', { name: 'When' });
  const count = await steps.count();
  await page.getByRole('button', { name: 'Add a reminder' }).click();
  await expect(steps).toHaveCount(count + 1);
  await steps.last().selectOption({ label: '60 days after' });
  await page.getByLabel('Message 60 days after').fill('Please call us today.');
  await page.getByLabel('Reminder', { exact: true }).selectOption({ label: '60 days after' });
  await expect(page.getByText('Please call us today.').last()).toBeVisible();
  await expectNoViolations(page, 'reminders by choices');
  await page.setViewportSize({ width: 375, height: 667 });
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Message 60 days after')).toHaveValue('Please call us today.');

  await test.step('and writes the subject of invoices, tests it and resets it', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await desk.open('/settings/mail-texts', /Email texts/);
    const subject = page.getByLabel('Subject');
    await subject.fill('Bill {number}');
    await expect(page.getByText('{number} is not a variable of this email.')).toBeVisible();
    await subject.fill('Bill {invoiceNumber} for {customerName}');
    await expect(page.getByText('Bill INV-1042 for Alex Morgan', { exact: true })).toBeVisible();
    await expectNoViolations(page, 'email texts');
    await page.getByRole('button', { name: 'Send a test to me' }).click();
    const mail = await portal.mailbox.next(
      (sent) => sent.subject === 'Test: Bill INV-1042 for Alex Morgan',
      'owner.harbor@example.com',
    );
    expect(mail.text).toContain('Hello Alex,');
    expect(mail.text).toContain('This is a test with sample data. It was sent to you only.');
    await page.setViewportSize({ width: 375, height: 667 });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Settings saved.').last()).toBeVisible();
    await page.reload();
    await expect(subject).toHaveValue('Bill {invoiceNumber} for {customerName}');
    await page.getByRole('button', { name: 'Use the standard text' }).click();
    await expect(
      page.getByText('Invoice INV-1042 from Harbor Dental', { exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
  });
});
