import { describe, expect, it } from 'vitest';
import { fixedClock } from '../kernel/clock.ts';
import { createWebhooks, SIGNATURE_HEADER, sign } from './payengine/webhook.ts';
import { Secret } from './secret.ts';

const AT = '2026-11-15T15:00:00.000Z';
const BODY = '{"event_uid":"u1","event":"PAYMENT_SALE","data":{}}';

function isAccepted(kept: string, signedWith: string): boolean {
  const timestamp = String(Date.parse(AT) / 1000);
  const signature = sign(signedWith, { timestamp, body: BODY });
  const webhooks = createWebhooks(new Secret(kept), fixedClock(AT));
  const headers = { [SIGNATURE_HEADER]: `t=${timestamp},s=${signature}` };
  return webhooks.verify({ rawBody: BODY, headers }) !== null;
}

describe('Rotation of a webhook secret', () => {
  it('both the new and the old webhook secret are accepted while both are stored', () => {
    expect(isAccepted('whsec_new whsec_old', 'whsec_new')).toBe(true);
    expect(isAccepted('whsec_new whsec_old', 'whsec_old')).toBe(true);
  });

  it('the stored secrets as one text and any other secret are refused', () => {
    expect(isAccepted('whsec_new whsec_old', 'whsec_new whsec_old')).toBe(false);
    expect(isAccepted('whsec_new whsec_old', 'whsec_guess')).toBe(false);
  });

  it('every signature is refused when no webhook secret is stored', () => {
    expect(isAccepted(' ', '')).toBe(false);
    expect(isAccepted('whsec_new', 'whsec_old')).toBe(false);
  });
});
