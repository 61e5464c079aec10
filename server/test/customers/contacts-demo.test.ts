/** Contacts of a demonstration stay as they are (R22). */
import { expect, it } from 'vitest';
import { openOwnPortal } from '../world/own-portal.ts';
import { addContact } from '../world/own-rows.ts';

it('changes no contact in a demonstration (R22)', async () => {
  const portal = await openOwnPortal();
  const demo = await portal.company({ isDemo: true });
  const contactId = await addContact(portal, demo, { value: 'demo@example.com' });
  const caller = await portal.signIn(demo);
  const calls = [
    ['contact', 'POST', { type: 'EMAIL', value: 'x@example.com' }],
    [`contact/${contactId}`, 'PUT', { fields: {}, isEnabled: false }],
    [`contact/${contactId}`, 'DELETE', { reason: 'Removed by customer' }],
    ['contact/email-verify', 'POST', { contactId }],
    ['contact/email-confirm', 'POST', { token: 'token' }],
  ] as const;
  for (const [path, method, body] of calls) {
    const answer = await caller.call(path, { method, body });
    expect(answer).toEqual({ status: 403, body: { success: false, message: 'DEMO_MODE' } });
  }
  await portal.close();
});
