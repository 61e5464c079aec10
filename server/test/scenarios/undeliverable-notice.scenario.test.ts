/** Auto-pay with notices that cannot be delivered (R14): another address is used, or nothing is charged. */
import { DAY_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { autoPayOn } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { BANK_ACCOUNTS, readInvoice } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let invoice: TestInvoice;
let email: string;

const world = useWorld({ clock });
const post = forFile(async () => toMailbox(world));

/** An invoice due in twelve days that auto-pay will debit from a bank account. */
beforeEach(async () => {
  harbor = await world.company();
  email = `maya-${harbor.companyId}@example.com`;
  invoice = await world.invoice(harbor, { dueInDays: 12 });
  const method = await world.method(harbor, { kind: 'ach', number: BANK_ACCOUNTS.pays });
  await autoPayOn(world.deps, { company: harbor, kind: 'ach', method });
  await post.deliver();
});

const days = async (count: number) => {
  await world.later(count * DAY_MS);
  await post.deliver();
};
const status = async () => (await readInvoice(world, invoice)).status;
const notices = async (to: string) =>
  (await post.inbox(to)).filter(({ subject }) => subject.startsWith('Upcoming charge'));

describe('The notice of an automatic debit', () => {
  it("the notice goes to the customer's next address when the first address does not exist", async () => {
    const other = `other-${harbor.companyId}@example.com`;
    await addContact(world, harbor, { value: email });
    await addContact(world, harbor, { value: other, isPrimary: false });
    await world.sandbox.refuseMail({ code: 550, times: 1 });
    await days(2);
    expect(await post.inbox(email)).toEqual([]);
    expect(await notices(other)).toHaveLength(1);
    await days(10);
    expect(await status()).toBe('PENDING');
    await world.sandbox.settle();
    await days(3);
    expect(await status()).toBe('COLLECTED');
  });

  it.each([
    [
      'bounced',
      async () => {
        await addContact(world, harbor, { value: email });
        await world.sandbox.refuseMail({ code: 550, times: 1 });
      },
    ],
    ['had no recipient', async () => undefined],
  ])(
    'a notice that %s allows no debit, and a later notice does after ten days',
    async (_, arrange) => {
      await arrange();
      await days(2);
      await days(10);
      expect(await status()).toBe('DUE');
      await days(3);
      expect(await world.sandbox.records(harbor.merchant)).toEqual([]);
      const other = `other-${harbor.companyId}@example.com`;
      await addContact(world, harbor, { value: other, isPrimary: false });
      await days(7);
      expect(await notices(other)).toHaveLength(1);
      expect(await world.sandbox.records(harbor.merchant)).toEqual([]);
      await days(10);
      expect(await status()).toBe('PENDING');
      await world.sandbox.settle();
      await days(3);
      expect(await status()).toBe('COLLECTED');
    },
  );
});
