/**
 * Acts as a customer: requests the sign-in email, opens its link in the same browser, and saves a card for
 * auto-pay.
 */
import { mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import type { IssuedInvoice } from './company.ts';
import { CARD, COMPANIES, claimedMethod, readInvoice, toProcessor, typeInto } from './payer.ts';
import { type Stage, until } from './stage.ts';
import { send, sendOk } from './web.ts';

const TOKEN = /#token=([\w-]+)/;

const parseCookie = (line: string) => line.split(';')[0] ?? '';

export async function signIn(stage: Stage, { domain, customer }: IssuedInvoice): Promise<string> {
  const api = `${stage.portalUrl}/api/portal`;
  const { cookies } = await send(`${api}/debtor/-/send-email`, {
    method: 'POST',
    body: { email: customer.email, domain, isLocal: false },
  });
  let token: string | undefined;
  await until(stage, 'the sign-in mail', async () => {
    const mails = await stage.sandbox.mails({ to: customer.email });
    token = mails.map(({ text }) => TOKEN.exec(text)?.[1]).find((found) => found !== undefined);
    return token !== undefined;
  });
  const query = new URLSearchParams({ token: token ?? '', domain });
  const answer = await sendOk(`${api}/debtor/auth?${query}`, {
    headers: { cookie: cookies.map(parseCookie).join('; ') },
  });
  return `Bearer ${String(answer['token'])}`;
}

async function saveCard(
  stage: Stage,
  invoice: IssuedInvoice,
  authorization: string,
): Promise<string> {
  const api = `${stage.portalUrl}/api/portal`;
  const typed = { kind: 'card', number: CARD } as const;
  const token = await typeInto(stage, invoice.domain, typed);
  const { setupId } = await sendOk(`${api}/debtor/payment-method`, {
    method: 'POST',
    headers: { authorization },
    body: {
      processor: toProcessor(invoice.domain),
      paymentInfo: { paymentType: 'card', token, claimedMethod: claimedMethod(typed) },
    },
  });
  let methodId: unknown = null;
  await until(stage, 'that the card is saved', async () => {
    const setup = await sendOk(`${api}/method-setup/${String(setupId)}`, {
      headers: { authorization },
    });
    methodId = setup['methodId'];
    return methodId !== null;
  });
  return String(methodId);
}

export async function switchAutoPayOn(
  stage: Stage,
  invoice: IssuedInvoice,
  authorization: string,
): Promise<void> {
  const pmID = await saveCard(stage, invoice, authorization);
  const { payable } = await readInvoice(stage, invoice);
  const { feePercentage, feeFixed } = payable.fees.card;
  const achMandateText = mandateText(
    {
      purpose: 'AUTO_PAY',
      kind: 'card',
      company: COMPANIES[invoice.domain],
      fee: { feePercentage, feeFixed },
      methodLast4: CARD.slice(-4),
    },
    WORDS.en,
  );
  await sendOk(`${stage.portalUrl}/api/portal/debtor/auto-pay/active`, {
    method: 'PUT',
    headers: { authorization },
    body: { pmID, achMandateText, feeTerms: { feePercentage, feeFixed } },
  });
}
