/** Operator commands for access, and their effects. */
import { describe, expect, it } from 'vitest';
import {
  endSessionsFor,
  listLinks,
  listOpenSessions,
  revokeLink,
} from '../../src/app/operator-access.ts';
import { OrderRefused } from '../../src/app/order-refused.ts';
import { mintBearer, openSession, resolveBearer } from '../../src/identity/session.ts';
import { createLink } from '../../src/requests/manage-links.ts';
import { forFile } from '../world/for-file.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();
const harbor = forFile(() => world.company());

describe('Public links (R4)', () => {
  it('public links are created, listed without their secret, and closed immediately on revocation', async () => {
    const { deps } = world;
    const invoice = await world.invoice(harbor);
    const { companyId } = harbor;
    const { invoiceId } = invoice;
    const asked = { actor: { companyId, name: 'operator' }, to: { invoiceId } };
    const { url } = await deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
      createLink(tx, deps, asked),
    );
    const token = url.split('/pay/')[1];
    const read = () =>
      fetch(`${world.url}/api/portal/public/account/${harbor.domain}/${token}`).then(
        ({ status }) => status,
      );
    expect(await read()).toBe(200);

    const links = await listLinks(deps, harbor.domain);
    expect(links.map(({ invoiceRef }) => invoiceRef)).toContain(invoice.accountRef);
    expect(JSON.stringify(links)).not.toContain(token);

    for (const { id } of links) await revokeLink(deps, harbor.domain, id);
    expect(await read()).toBe(404);
    expect(await listLinks(deps, harbor.domain)).toEqual([]);
  });

  it('a link operation on an unknown company or link is refused', async () => {
    const { deps } = world;
    const orders = [
      () => listLinks(deps, 'nobody'),
      () => revokeLink(deps, harbor.domain, harbor.companyId),
    ];
    for (const order of orders) await expect(order()).rejects.toThrow(OrderRefused);
  });
});

describe('Sessions (R20)', () => {
  it('sessions are listed, and all sessions of a customer can be ended together', async () => {
    const { deps } = world;
    const { companyId, customerId, domain } = harbor;
    const visitor = { address: '192.0.2.7', userAgent: 'test' };
    const bearer = await deps.database.asSystem(async (tx) =>
      mintBearer(tx, deps, await openSession(tx, deps, { companyId, customerId, visitor })),
    );
    expect(await listOpenSessions(deps, domain)).toEqual([
      expect.objectContaining({ customerRef: 'C-1', address: '192.0.2.7' }),
    ]);
    expect(await endSessionsFor(deps, domain, 'C-1')).toBe(1);
    expect(await endSessionsFor(deps, domain, 'C-1')).toBe(0);
    expect(await resolveBearer(deps, bearer)).toBeNull();
    expect(await listOpenSessions(deps, domain)).toEqual([]);
  });
});
