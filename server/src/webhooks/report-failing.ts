/** Reports endpoints that have accepted nothing for an hour, once per outage, so that the company is notified. */
import { HOUR_MS } from '@quittance/contract/durations';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { isEndpointReported, listUnreportedEndpoints, lockEndpoint } from './webhook-endpoints.ts';

export async function reportFailingEndpoints({ database, clock }: Deps): Promise<void> {
  const at = clock.now();
  const since = addMs(at, -HOUR_MS);
  for (const key of await listUnreportedEndpoints(database, since)) {
    const { companyId, endpointId: objectId } = key;
    await database.inCompany({ companyId, asProvider: true }, async (tx) => {
      const endpoint = await lockEndpoint(tx, key);
      const isFailing = endpoint?.state === 'ACTIVE' && (endpoint.failingSince ?? at) <= since;
      if (!isFailing || (await isEndpointReported(tx, key))) return;
      recordEvent(tx, { companyId, type: 'webhook_endpoint.failing', objectId, at });
    });
  }
}
