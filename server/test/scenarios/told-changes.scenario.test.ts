/** A payer's calendar changes and inquiries about an invoice, as shown in the history (R62, R70, R40). */
import { addDays } from '@quittance/contract/dates';
import { accountSchemas } from '@quittance/contract/statements/portal-routes';
import type { ChangePreview } from '@quittance/contract/statements/upcoming-charges';
import { expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { chainEntries } from '../../src/platform/audit/chain-entries.ts';
import { chainHistories } from '../../src/statements/chain-history.ts';
import { addSchedule } from '../world/arrangements.ts';
import { createProvider } from '../world/provider-client.ts';
import { signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const world = useWorld({ clock: fixedClock(START) });

it('the account history shows the day, invoice and actor of a moved payment and a question', async () => {
  const company = await world.company();
  const invoice = await world.invoice(company, { dueInDays: 20 });
  const { methodId } = await world.method(company);
  const scheduleId = await addSchedule(world.deps, { company, invoice, methodId }, 3);
  const customer = await signIn(world, company);
  const date = addDays(world.deps.clock.today('America/New_York'), 6);
  const change = { kind: 'move', charge: `schedule:${scheduleId}`, date };
  const path = 'upcoming-charge/preview';
  const { preview } = await customer.call({ method: 'POST', path, body: { change } });
  const { text: agreedText } = preview as ChangePreview; // because the server checks its answers in this world
  const moved = { change, agreedText };
  await customer.call({ method: 'POST', path: 'upcoming-charge/change', body: moved });
  const asked = { kind: 'QUESTION', text: 'Which tooth was treated, please?' };
  const inquiries = `request/${invoice.requestId}/inquiries`;
  await customer.call({ method: 'POST', path: inquiries, body: asked });
  const provider = await createProvider(world, company);
  const [open] = (await provider('GET', '/inquiries?state=open')).body.data;
  const answer = { body: { answer: 'Tooth 14 was treated.' }, key: 'answer' };
  await provider('POST', `/inquiries/${open.id}/answer`, answer);

  await chainEntries(world.deps);
  await chainHistories(world.deps);
  const history = `debtor/${company.customerId}/history`;
  const read = await customer.call({ method: 'GET', path: history });
  const { entries } = accountSchemas.history.answer.parse(read);
  const told = entries.flatMap(({ content }) =>
    content.kind === 'CHANGE' ? [[content.action, content.by, content.invoice, content.on]] : [],
  );
  expect(told).toEqual(
    expect.arrayContaining([
      ['schedule.moved', 'PAYER', invoice.accountRef, date],
      ['inquiry.question_asked', 'PAYER', invoice.accountRef, null],
      ['inquiry.answered', 'COMPANY', invoice.accountRef, null],
    ]),
  );
});
