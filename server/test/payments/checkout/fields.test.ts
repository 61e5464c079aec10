/** Field sessions at a processor are opened only for the caller's own request. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addNeighbor } from '../../world/add-neighbor.ts';
import { signIn, signInByLink } from '../../world/signed-in.ts';
import { useWorld } from '../../world/world.ts';

const world = useWorld();

async function sessionsStored(companyId: string): Promise<number> {
  const { rowCount } = await world.deps.database.pool.query(
    'select from field_sessions where company_id = $1',
    [companyId],
  );
  return rowCount ?? 0;
}

describe('Opening the secure fields of a request', () => {
  it.each(['fiserv', 'payengine'] as const)(
    'the secure fields open only for their own customer at %s and return not found to others',
    async (processor) => {
      const company = await world.company({ processor });
      const invoice = await world.invoice(company);
      const other = await world.invoice(company);
      const stranger = await signIn(world, await addNeighbor(world.deps, company));
      const open = (requestId: string) =>
        ({ method: 'POST', path: `request/${requestId}/fields` }) as const;
      const missing = await stranger.call(open(randomUUID()));
      expect([missing.code, missing.message]).toEqual([404, 'REQUEST_NOT_FOUND']);
      expect(await stranger.call(open(invoice.requestId))).toEqual(missing);
      expect(await signInByLink(world, other).call(open(invoice.requestId))).toEqual(missing);
      expect(await sessionsStored(company.companyId)).toBe(0);
      const owner = await signIn(world, company);
      expect((await owner.call(open(invoice.requestId))).code).toBe(200);
      expect((await signInByLink(world, invoice).call(open(invoice.requestId))).code).toBe(200);
    },
  );
});
