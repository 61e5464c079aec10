/**
 * A Fiserv account that requires data about the payer for bank debits: known data is sent, and missing data results
 * in a clear refusal.
 */
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { addOwnMethod, signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);

const world = useWorld({ clock });

async function invoiceOfAccountThatNeeds(checkFields: string) {
  const company = await world.company({ processor: 'fiserv' });
  const { companyId } = company;
  const { pool } = world.deps.database;
  await pool.query(
    `update companies set processor_data = jsonb_set(processor_data, '{settings,checkFields}', to_jsonb($2::text))
     where company_id = $1`,
    [companyId, checkFields],
  );
  const enterBirth = (date: string) =>
    pool.query('update customers set born_on = $2 where company_id = $1', [companyId, date]);
  const invoice = await world.invoice(company);
  const records = () => world.sandbox.records(company.merchant);
  const dump = async () => {
    const sql = `select row_to_json(a)::text as text from attempts a where company_id = $1
      union all select row_to_json(o)::text from outbox o where company_id = $1`;
    return (await pool.query(sql, [companyId])).rows.map(({ text }) => text).join('\n');
  };
  return { company, invoice, payer: world.payer(company, invoice), records, enterBirth, dump };
}

const bank = BANK_ACCOUNTS.pays;

describe('A bank debit at an account of Fiserv that needs data about the payer', () => {
  it('a bank debit without the date of birth is refused and succeeds after the customer enters it', async () => {
    const { invoice, payer, records, enterBirth } = await invoiceOfAccountThatNeeds('dateOfBirth');
    expect(await payer.pay({ bank })).toMatchObject({
      success: false,
      responseMessage: expect.stringContaining('requires your date of birth'),
    });
    expect(await world.statement(invoice)).toContain('invoice DUE $0.00 of $100.00');
    expect(await records()).toEqual([]);

    await enterBirth('1990-04-12');
    expect(await payer.pay({ bank })).toMatchObject({ success: true, status: 'PENDING' });
    expect(await records()).toHaveLength(1);
  });

  it.each([
    ['driverLicense', { driverLicense: 'D1234567', state: 'TX' }],
    ['taxId', { taxId: '123456789' }],
  ] as const)(
    'a bank debit requires %s with each new account and does not store it',
    async (field, id) => {
      const { company, payer, records, dump } = await invoiceOfAccountThatNeeds(field);
      await world.sandbox.register(company.merchant, { neededIds: [field] });
      // Without this data, the gateway itself refuses the debit.
      expect(await payer.pay({ bank })).toMatchObject({ success: false });
      expect(await payer.pay({ bank, id })).toMatchObject({ success: true, status: 'PENDING' });
      expect(await records()).toHaveLength(1);
      const [secret] = Object.values(id);
      expect(await dump()).not.toContain(secret);
      const customer = await signIn(world, company);
      expect(await addOwnMethod(world, { caller: customer, company }, { bank })).toMatchObject({
        code: 402,
        responseMessage: expect.stringContaining('requires your ID each time'),
      });
    },
  );

  it.each(['checkData', 'driverLicense,taxId'])(
    'a bank debit is refused for an account that needs %s, and a card payment still works',
    async (fields) => {
      const { payer, records } = await invoiceOfAccountThatNeeds(fields);
      expect(await payer.pay({ bank })).toMatchObject({
        success: false,
        responseMessage: expect.stringContaining('Please pay by card'),
      });
      expect(await records()).toEqual([]);
      expect(await payer.pay()).toMatchObject({ status: 'SUCCESS' });
    },
  );
});
