/** In the staff console, a charge at the processor that could not be matched to any invoice (R69). */
import { randomUUID } from 'node:crypto';
import { run } from './database.ts';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
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
    await desk.addPasskey('Work laptop');
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
    const amounts = desk.dialog.getByLabel('Paid on this invoice, without the fee');
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
