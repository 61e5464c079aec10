/**
 * In the staff console: a charge that could not be matched to any invoice (R69), a payout beside the ledger (R96), and
 * a dispute with evidence (R97).
 */
import { randomUUID } from 'node:crypto';
import { queryOne, run } from './database.ts';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { formInFrame } from './pages/fields.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, test } from './test.ts';

const INSERT_CHARGE = `
  insert into unplaced_charges (company_id, id, processor, processor_reference, invoice_ref, kind,
    amount_cents, is_pending, found_at)
  select company_id, $1, 'fiserv', $2, null, 'card', 300000, false, now()
  from companies where domain = 'summit'`;

test(
  'a staff member assigns an unmatched charge to two invoices, each with its amount',
  FULL_ONLY,
  async ({ page, portal }) => {
    const owned = { customerRef: CUSTOMERS.luis.reference };
    const first = await portal.unpaid('summit', owned);
    const second = await portal.unpaid('summit', owned);
    const chargeRef = `txn_${randomUUID()}`;
    await run(portal.dataDir, [[INSERT_CHARGE, [randomUUID(), chargeRef]]]);

    const desk = new Desk(page, `${portal.url}/desk/summit`);
    await desk.signInByMail(portal, 'owner.summit@example.com');
    await desk.addPasskey(portal, 'Work laptop');
    await desk.open('/attention', 'Needs attention');
    const item = page.getByRole('listitem').filter({ hasText: chargeRef });
    await item.getByRole('button', { name: 'Assign', exact: true }).click();
    await desk.dialog.getByRole('button', { name: 'Assign charge' }).click();
    await expect(desk.dialog.getByText('Choose an invoice.')).toBeVisible();
    const choose = async (invoiceRef: string) => {
      await desk.dialog.getByRole('combobox', { name: 'Invoice', exact: true }).fill(invoiceRef);
      await desk.dialog.getByRole('option', { name: `Invoice ${invoiceRef}` }).click();
    };
    await choose(first.invoiceRef);
    await desk.dialog.getByRole('button', { name: 'Add another invoice' }).click();
    await choose(second.invoiceRef);
    await expectNoViolations(page, 'a charge of two invoices');
    const amounts = desk.dialog.getByLabel('Credited to this invoice, without the fee');
    await amounts.first().fill('1000');
    await desk.dialog.getByLabel('Reason').fill('Named in the memo');
    await desk.dialog.getByRole('button', { name: 'Assign charge' }).click();
    await expect(desk.dialog.getByText(/^This charge is not what these/)).toBeVisible();
    await amounts.first().fill('1500.00');
    await desk.dialog.getByRole('button', { name: 'Assign charge' }).click();
    await expect(item).toBeHidden();
    await desk.openRow('/invoices', second.invoiceRef);
    await desk.expectHeading(`Invoice ${second.invoiceRef}`);
    expect(await desk.centsOf('Paid')).toBe(150_000);
  },
);

/** The portal would compare the inserted payout with the ledger, which does not have it. */
const READ_TOMORROW = `
  insert into payout_reads (company_id, next_read_at)
  select company_id, now() + interval '1 day' from companies where domain = 'northwind'
  on conflict (company_id) do update set next_read_at = excluded.next_read_at`;
const IS_BEING_READ = `
  select count(*)::int as reads from payout_reads join companies using (company_id)
  where domain = 'northwind' and leased_by is not null`;
const INSERT_PAYOUT = `
  insert into payouts (company_id, id, processor, processor_reference, state, arrives_on, amount_cents, is_opaque,
    itemized_at, expected_cents, fee_cents, line_count, created_at)
  select company_id, $1, 'stripe', $2, 'PAID', '2026-11-17', 145000, false, now(), 145025, 4380, 101, now()
  from companies where domain = 'northwind'`;
const INSERT_LINE = `
  insert into payout_lines (company_id, id, payout_id, kind, processor_reference, gross_cents, fee_cents, expected_cents,
    is_ours, created_at)
  select company_id, gen_random_uuid(), $1, 'CHARGE', $2 || '_' || n, 149380, 4380, 145025, true, '2026-11-16'
  from companies, generate_series(1, 101) n where domain = 'northwind'`;
const INSERT_DIFFERENCE = `
  insert into payout_differences (company_id, id, kind, payout_id, processor_reference, expected_cents, found_cents,
    created_at)
  select company_id, gen_random_uuid(), 'OTHER_FEE', $1, $2, 4355, 4380, now()
  from companies where domain = 'northwind'`;

test('an owner compares a payout with the ledger and submits evidence against a dispute', async ({
  page,
  portal,
}) => {
  const paid = await portal.unpaid('northwind');
  const invoice = new PublicInvoice(page, formInFrame);
  await invoice.open(paid.url);
  await invoice.pay(CARDS.pays);
  await expect(page.getByText('Payment successful!')).toBeVisible();
  const charge = (await portal.charges('northwind')).at(-1);
  await portal.control('POST', 'stripe/disputes', { transactionId: charge?.transactionId });
  await run(portal.dataDir, [[READ_TOMORROW, []]]);
  const isBeingRead = () =>
    queryOne<{ reads: number }>(portal.dataDir, IS_BEING_READ, []).then(({ reads }) => reads);
  await expect.poll(isBeingRead).toBe(0);
  const payoutId = randomUUID();
  const reference = `txn_${payoutId}`;
  await run(portal.dataDir, [
    [INSERT_PAYOUT, [payoutId, `po_${payoutId}`]],
    [INSERT_LINE, [payoutId, reference]],
    [INSERT_DIFFERENCE, [payoutId, reference]],
  ]);

  const desk = new Desk(page, `${portal.url}/desk/northwind`);
  await desk.signInByMail(portal, 'owner.northwind@example.com');
  await desk.addPasskey(portal, 'Work laptop');

  await desk.open('/payouts/days', 'Payouts');
  await expectNoViolations(page, 'payouts by day');
  await page.getByRole('link', { name: 'Nov 17, 2026' }).click();
  await page.getByRole('link', { name: 'Nov 17, 2026' }).click();
  await desk.expectHeading('Payout of $1,450.00');
  expect(await desk.centsOf('Expected')).toBe(145_025);
  await expect(page.getByRole('table', { name: 'Payout differences' })).toContainText('$43.80');
  const items = page.getByRole('table', { name: 'Items' }).getByRole('row');
  await expect(items).toHaveCount(1 + 100);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(items).toHaveCount(1 + 101);
  await expectNoViolations(page, 'a payout');

  await desk.open('/attention', 'Needs attention');
  const difference = page.getByRole('listitem').filter({ hasText: reference });
  await difference.getByRole('button', { name: 'Acknowledge' }).click();
  await desk.dialog.getByLabel('Reason').fill('Stripe credits it');
  await desk.dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(difference).toBeHidden();

  const disputed = page.getByRole('listitem').filter({ hasText: paid.invoiceRef });
  await expect(disputed).toContainText('evidence due');
  await disputed.getByRole('link', { name: 'Open dispute' }).click();
  await desk.expectHeading(/^Dispute of \$/);
  await page.getByRole('button', { name: 'Submit evidence' }).click();
  await expect(page.getByText('Explain why the payment is valid.')).toBeVisible();
  await page.getByLabel('Why the payment is valid').fill('The kitchen was delivered.');
  const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf' };
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ ...receipt, buffer: Buffer.from('not a document') });
  await expect(page.getByText('Wrong file format')).toBeVisible();
  await file.setInputFiles({ ...receipt, buffer: Buffer.from('%PDF-1.7 receipt') });
  await expect(page.getByText('Receipt or invoice: receipt.pdf')).toBeVisible();
  await expectNoViolations(page, 'evidence');
  await page.getByRole('button', { name: 'Submit evidence' }).click();
  await desk.dialog.getByRole('button', { name: 'Submit evidence' }).click();
  await expect(page.getByText('The evidence is being submitted.')).toBeVisible();
});
