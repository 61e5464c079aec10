/**
 * Shows that Stripe accepts the keys and that they belong to one account: the secret key creates a setup intent,
 * which the publishable key can read only in the same account. The intent is canceled and charges nothing.
 */
import type Stripe from 'stripe';
import type { Verification } from '../processor.ts';
import { isKeyRefused, isMissing, isRefused, toReason } from './from-error.ts';

const REFUSED = 'Stripe refuses this key. A restricted key must be able to write setup intents.';
const OTHER_ACCOUNT = 'Stripe does not accept this key for the account of the secret key.';

const refused = (field: string, message: string): Verification => ({
  kind: 'refused',
  field,
  message,
});

async function verifyPair(browser: Stripe, intent: Stripe.SetupIntent): Promise<Verification> {
  const { id, client_secret: secret } = intent;
  try {
    await browser.setupIntents.retrieve(id, secret === null ? {} : { client_secret: secret });
    return { kind: 'accepted' };
  } catch (error) {
    if (isKeyRefused(error) || isMissing(error)) return refused('publicKey', OTHER_ACCOUNT);
    return isRefused(error)
      ? { kind: 'accepted' }
      : { kind: 'no_response', message: toReason(error) };
  }
}

/** A Stripe-compatible server may refuse the intent, which also shows that it accepts the key. */
export async function verify(stripe: Stripe, browser: Stripe | null): Promise<Verification> {
  let intent: Stripe.SetupIntent;
  try {
    intent = await stripe.setupIntents.create({ usage: 'off_session' });
  } catch (error) {
    if (isKeyRefused(error)) return refused('processorKey', REFUSED);
    return isRefused(error)
      ? { kind: 'accepted' }
      : { kind: 'no_response', message: toReason(error) };
  }
  const verified = browser ? await verifyPair(browser, intent) : { kind: 'accepted' as const };
  await stripe.setupIntents.cancel(intent.id).catch(() => undefined);
  return verified;
}
