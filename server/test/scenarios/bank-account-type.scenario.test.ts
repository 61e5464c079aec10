/**
 * The holder and type of a bank account (R45): stated by the payer, sent to the processor, and shown on the method.
 */
import { describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { TEST_PROCESSORS } from '../world/merchant.ts';
import { addOwnMethod, BANK_ACCOUNTS, CARDS, signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();

const LISTS = {
  stripe: 'paymentMethod',
  payengine: 'pePaymentMethods',
  fiserv: 'fiPaymentMethods',
} as const;

describe.each(oneOf(TEST_PROCESSORS, 1))('A bank account saved at %s (R45)', (processor) => {
  const bank = BANK_ACCOUNTS.pays;
  const savedWith = async (typed: { card?: string; bank?: string; accountType?: string }) => {
    const company = await world.company({ processor });
    const caller = await signIn(world, company);
    const { debtor } = await addOwnMethod(world, { caller, company }, typed);
    const pay = async () => {
      const [{ id }] = await readMethods(company.companyId);
      const invoice = await world.invoice(company, { attachedMethodId: id });
      return world.payer(company, invoice).pay({ pmID: id });
    };
    return { listed: debtor, pay };
  };
  const readMethods = async (companyId: string) => {
    const sql = 'select id from payment_methods where company_id = $1';
    return (await world.deps.database.pool.query(sql, [companyId])).rows;
  };

  it('a bank account is personal checking unless the payer chooses otherwise', async () => {
    const { listed } = await savedWith({ bank });
    expect(listed).toMatchObject({ [LISTS[processor]]: [{ accountType: 'PERSONAL_CHECKING' }] });
  });

  it('a bank account keeps the type chosen by the payer, here and at the processor', async () => {
    const { listed, pay } = await savedWith({ bank, accountType: 'BUSINESS_SAVINGS' });
    expect(listed).toMatchObject({ [LISTS[processor]]: [{ accountType: 'BUSINESS_SAVINGS' }] });
    expect(await pay()).toMatchObject({ success: true, status: 'PENDING' });
  });

  it('a bank account has no expiration date, unlike a card', async () => {
    const { listed } = await savedWith({ card: CARDS.pays });
    expect(listed).toMatchObject({ [LISTS[processor]]: [{ expires: '2034-12' }] });
    expect(JSON.stringify(listed)).not.toContain('accountType');
  });
});
