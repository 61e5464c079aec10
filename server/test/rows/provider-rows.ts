/** Rows that only a company's own systems use, for tests of isolation between companies. */
import { randomUUID } from 'node:crypto';
import type { CompanyId } from '@quittance/contract/ids';
import type { Tx } from '../../src/platform/database/database.ts';
import {
  eventCounters,
  providerEvents,
  webhookDeliveries,
  webhookEndpoints,
} from '../../src/schema/events.ts';
import { importMappings, importParts, importRows, imports } from '../../src/schema/imports.ts';
import { companyMailProgress, companyNotices } from '../../src/schema/notices.ts';
import { apiKeys, providerCalls, savedViews } from '../../src/schema/provider.ts';
import { AT } from './money-rows.ts';

async function fillEvents(tx: Tx, companyId: CompanyId): Promise<void> {
  const [endpointId, objectId] = [randomUUID(), randomUUID()];
  await tx.insert(eventCounters).values({ companyId, objectId, last: 1 });
  await tx.insert(providerEvents).values({
    companyId,
    position: 1,
    id: randomUUID(),
    type: 'customer.created',
    objectType: 'customer',
    objectId,
    sequence: 1,
    data: {},
    createdAt: AT,
  });
  await tx.insert(webhookEndpoints).values({
    companyId,
    id: endpointId,
    url: 'https://example.com',
    state: 'ACTIVE',
    secretSealed: 'sealed',
    fannedOutTo: 0,
    createdAt: AT,
  });
  await tx.insert(webhookDeliveries).values({
    companyId,
    id: randomUUID(),
    endpointId,
    eventPosition: 1,
    objectId,
    state: 'PENDING',
    nextTryAt: AT,
    createdAt: AT,
  });
}

async function fillImport(tx: Tx, companyId: CompanyId): Promise<void> {
  const importId = randomUUID();
  const kind = 'customers';
  const file = { kind, fileName: 'customers.csv', state: 'UPLOADING', actor: 'operator' } as const;
  await tx
    .insert(imports)
    .values({ companyId, id: importId, ...file, createdAt: AT, nextTryAt: AT });
  const ofImport = { companyId, importId };
  await tx.insert(importParts).values({ ...ofImport, position: 0, content: Buffer.from('a') });
  await tx.insert(importRows).values({ ...ofImport, line: 2, result: 'REFUSED', details: 'none' });
  const mapping = { map: [], dateFormat: 'auto', decimal: 'auto' } as const;
  await tx.insert(importMappings).values({ companyId, kind, ...mapping });
}

export async function fillProvider(tx: Tx, companyId: CompanyId): Promise<void> {
  await fillImport(tx, companyId);
  await tx.insert(apiKeys).values({
    companyId,
    id: randomUUID(),
    name: 'test',
    scopes: ['read'],
    keyHash: randomUUID(),
    hint: 'qk_test',
    createdAt: AT,
  });
  const call = { key: 'call', requestHash: 'hash', createdAt: AT };
  await tx.insert(providerCalls).values({ companyId, ...call });
  const view = {
    name: 'test',
    list: 'invoices',
    filters: {},
    createdAt: AT,
    changedAt: AT,
  } as const;
  await tx.insert(savedViews).values({ companyId, ...view });
  await fillEvents(tx, companyId);
  await tx.insert(companyMailProgress).values({ companyId });
  const notice = { eventPosition: 1, kind: 'PAID', createdAt: AT } as const;
  await tx.insert(companyNotices).values({ companyId, ...notice });
}
