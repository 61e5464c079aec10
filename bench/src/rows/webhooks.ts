/** Signed webhooks, compared with a bare insert of the same event. */
import { randomUUID } from 'node:crypto';
import { pathTo } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import { SIGNATURE_HEADER, sign } from '@quittance/server/processors/payengine/webhook';
import type { Bench } from '../bench.ts';
import { comparison, measureInTurns } from '../measure/interleaved.ts';
import type { Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import type { LoadRequest } from '../programs/load-messages.ts';
import { addCompany, type SeededCompany } from '../seed/add-company.ts';
import { untilIdle } from '../system/background-work.ts';

const CLIENTS = 16;
const WARM_UP_MS = 1000;
/** More events than can be received in one measurement. */
const PER_SECOND = 4000;

const WEBHOOKS: Row = {
  name: 'webhooks',
  label: 'signed webhooks received and stored, 16 clients',
  bounds: [{ kind: 'rate', min: 500 }],
};

/** The events do not refer to a charge, so processing one only marks it as done. */
function eventsFor({ options }: Bench): string[] {
  const count = Math.ceil(PER_SECOND * (options.seconds + WARM_UP_MS / 1000));
  return Array.from({ length: count }, () =>
    JSON.stringify({ event_uid: randomUUID(), event: 'PAYMENT_SALE', data: {} }),
  );
}

function toPortalRequest({ domain, webhookSecret }: SeededCompany, body: string): LoadRequest {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = sign(webhookSecret, { timestamp, body });
  return {
    method: 'POST',
    path: pathTo(ROUTES.webhook.path, { processor: 'payengine', company: domain }),
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: `t=${timestamp},s=${signature}`,
    },
    body,
  };
}

function toBareRequest({ companyId }: SeededCompany, body: string): LoadRequest {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', path: `/webhook/${companyId}`, headers, body };
}

/** Waits until all events are processed, because a backlog would slow down the next measurement. */
async function drain(bench: Bench): Promise<void> {
  const seconds = await untilIdle(bench.pool, { withWebhooks: true });
  bench.progress(`webhooks: all processed after ${seconds.toFixed(1)} s`);
}

export const WEBHOOK_ROWS: RowGroup = {
  rows: [WEBHOOKS],
  async measure(bench) {
    const company = await addCompany(bench, { name: 'webhooks' });
    const once = { connections: CLIENTS, isOnce: true, warmUpMs: WARM_UP_MS };
    const { ours, bare } = await measureInTurns(bench, {
      bare: {
        ...once,
        name: 'webhooks, bare',
        origin: bench.bare.url,
        requests: () => eventsFor(bench).map((body) => toBareRequest(company, body)),
      },
      ours: {
        ...once,
        name: 'webhooks',
        origin: bench.portal.url,
        requests: () => eventsFor(bench).map((body) => toPortalRequest(company, body)),
        settle: () => drain(bench),
      },
    });
    const measurement = await comparison(bench, { ours, bare, unit: 'webhooks/s' });
    return [{ row: WEBHOOKS, measurement }];
  },
};
