/** Decline codes with which the bank requests authentication, which is impossible without the payer (R43). */
const BANK_ASKS: ReadonlySet<string> = new Set([
  'authentication_required',
  'authentication_expired',
  'authentication_canceled',
  'payment_intent_authentication_failure',
]);

export function needsBank(responseCode: string | null): boolean {
  return responseCode !== null && BANK_ASKS.has(responseCode);
}
