// The payer's next action: a 3-D Secure challenge in a frame or on a page, or the verification of
// microdeposits.

import { type NextAction, nowSeconds, type Store } from '../store.ts';
import type { Confirmation } from './confirmations.ts';
import type { AnyIntent } from './intents.ts';

const DAY_SECONDS = 86_400;

type Settings = Record<string, string>;

/** The settings are in the fragment, which browsers do not send to servers. */
function pageUrl(baseUrl: string, page: string, settings: Settings): string {
  return `${baseUrl}/${page}#${encodeURIComponent(JSON.stringify(settings))}`;
}

export function challengeAction(confirmation: Confirmation, intent: AnyIntent): NextAction {
  const { baseUrl, returnUrl, usesScript } = confirmation;
  const secret = { client_secret: intent.clientSecret };
  if (returnUrl !== null && !usesScript) {
    const url = pageUrl(baseUrl, '3ds/challenge.html', { ...secret, return_url: returnUrl });
    return { type: 'redirect_to_url', url, returnUrl };
  }
  return { type: 'use_stripe_sdk', url: pageUrl(baseUrl, '3ds/challenge.html', secret) };
}

export function microdepositsAction(store: Store, baseUrl: string, intent: AnyIntent): NextAction {
  return {
    type: 'verify_with_microdeposits',
    url: pageUrl(baseUrl, 'microdeposits/verify.html', { client_secret: intent.clientSecret }),
    arrivalDate: nowSeconds(store) + DAY_SECONDS,
    attempts: 0,
  };
}
