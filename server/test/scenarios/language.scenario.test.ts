/**
 * A customer whose language is Spanish (R50): consent, emails and receipt, compared with a customer who has not
 * chosen a language.
 */
import { HOUR_MS } from '@quittance/contract/durations';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { updateCustomer } from '../../src/customers/store.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { mandates } from '../../src/schema/customers.ts';
import { addSchedule } from '../world/arrangements.ts';
import type { TestCompany } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { openIntentPage } from '../world/intent-page.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { signIn, signInByLink } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const world = useWorld({ clock: fixedClock(START) });
const post = forFile(async () => toMailbox(world));

async function customerIn(language: 'es' | null): Promise<{ company: TestCompany; email: string }> {
  const company = await world.company();
  const email = `maya-${company.companyId}@example.com`;
  await addContact(world, company, { value: email });
  await world.deps.database.asSystem((tx) => updateCustomer(tx, company, { language }));
  return { company, email };
}

async function recordedMandates({ companyId }: TestCompany): Promise<string[]> {
  const rows = await world.deps.database.asSystem((tx) =>
    tx.select({ text: mandates.text }).from(mandates).where(eq(mandates.companyId, companyId)),
  );
  return rows.map(({ text }) => text);
}

async function toReceipt(email: string) {
  await post.deliver();
  const [mail] = await post.inbox(email);
  return mail;
}

describe('A customer whose language is Spanish', () => {
  it("a receipt is in the customer's Spanish, or in English without a language setting", async () => {
    const { company, email } = await customerIn('es');
    const invoice = await world.invoice(company);
    expect((await world.payer(company, invoice).pay()).status).toBe('SUCCESS');
    const mail = await toReceipt(email);
    expect(mail?.subject).toMatch(/^Recibo de .*: \$\d/);
    expect(mail?.text).toContain('Hola, Maya:');
    expect(mail?.text).toContain('Gracias por su pago');
    expect(mail?.text).toMatch(/Monto: \$100\.00/);
    expect(mail?.text).toMatch(/Fecha: \d+ de \p{Ll}+ de \d{4}/u);
    expect(mail?.html).toContain('<html lang="es">');

    const other = await customerIn(null);
    await world.payer(other.company, await world.invoice(other.company)).pay();
    expect((await toReceipt(other.email))?.subject).toMatch(/^Receipt from /);
  });

  it('a consent to a debit in Spanish is recorded as displayed', async () => {
    const { company } = await customerIn('es');
    const payer = world.payer(company, await world.invoice(company));
    const { payable, today } = await payer.read();
    const text = mandateText(
      {
        purpose: 'FULL_AMOUNT',
        kind: 'ach',
        amountCents: payable.amount,
        feeCents: payable.fees.ach.fee,
        date: today,
        company,
        methodLast4: null,
      },
      WORDS.es,
    );
    expect(text).toMatch(
      /^Autorizo a .+ a hacer un solo débito electrónico .+ que ingreso aquí por \$/,
    );
    const refused = await payer.pay({ bank: BANK_ACCOUNTS.pays, mandateText: `${text} ` });
    expect(refused.message).toBe('MANDATE_CHANGED');
    expect((await payer.pay({ bank: BANK_ACCOUNTS.pays, mandateText: text })).status).toBe(
      'PENDING',
    );
    const recorded = await world.deps.database.asSystem((tx) =>
      tx.select().from(mandates).where(eq(mandates.companyId, company.companyId)),
    );
    expect(recorded.map((mandate) => mandate.text)).toEqual([text]);
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
  });

  it('a consent in an intent is recorded as displayed, in the language of the page (R44)', async () => {
    const company = await world.company({ processor: 'stripe' });
    const invoice = await world.invoice(company);
    const { requestId } = invoice;
    const headers = { cookie: 'Language=es', 'accept-language': 'en' };
    const spanish = signInByLink(world, invoice, headers);
    const page = await openIntentPage(world, { caller: spanish, company, requestId });
    const changed = await page.change({ paymentMethod: 'us_bank_account' });
    expect(changed['mandateText']).toMatch(/^Autorizo a/);
    expect(await page.confirm({ bank: BANK_ACCOUNTS.pays })).toBe('processing');
    await world.later(20_000);
    expect(await recordedMandates(company)).toEqual([changed['mandateText']]);
  });

  it('a consent to a changed schedule is recorded as displayed, in the language of the page (R70)', async () => {
    const company = await world.company();
    const invoice = await world.invoice(company, { dueInDays: 30 });
    const { methodId } = await world.method(company);
    const schedule = await addSchedule(world.deps, { company, invoice, methodId }, 5);
    const spanish = await signIn(world, company, { 'accept-language': 'es-US,es;q=0.9' });
    const change = { kind: 'skip', charge: `schedule:${schedule}` };
    const body = { change };
    const path = 'upcoming-charge';
    const shown = await spanish.call({ method: 'POST', path: `${path}/preview`, body });
    const { text } = z.object({ text: z.string() }).parse(shown['preview']);
    expect(text).toMatch(/^Autorizo a .+ a hacer un solo cobro a mi tarjeta terminada en/);
    const agreed = { change, agreedText: text };
    const made = await spanish.call({ method: 'POST', path: `${path}/change`, body: agreed });
    expect(made).toMatchObject({ success: true });
    expect(await recordedMandates(company)).toContain(text);
  });
});
