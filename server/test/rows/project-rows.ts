/** The rows of one customer's project, for `every-table.ts`: orders, estimates, contracts, a request. */
import { randomUUID } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import {
  contractIdSchema,
  estimateIdSchema,
  orderIdSchema,
  projectIdSchema,
  requestIdSchema,
} from '@quittance/contract/ids';
import { cents, ZERO } from '@quittance/contract/money';
import type { Tx } from '../../src/platform/database/database.ts';
import { requestOrders, requests } from '../../src/schema/invoices.ts';
import {
  contractDocuments,
  contracts,
  estimates,
  orders,
  projects,
} from '../../src/schema/projects.ts';
import { AT, type SmallCustomer } from './money-rows.ts';

const ON = isoDate('2026-01-15');

export async function fillProject(tx: Tx, { companyId, customerId }: SmallCustomer): Promise<void> {
  const whose = { companyId, customerId, createdAt: AT };
  const projectId = projectIdSchema.parse(randomUUID());
  const orderId = orderIdSchema.parse(randomUUID());
  const contractId = contractIdSchema.parse(randomUUID());
  const requestId = requestIdSchema.parse(randomUUID());
  await tx.insert(projects).values({
    ...whose,
    id: projectId,
    projectName: 'Project',
    projectRef: projectId,
    status: 'Open',
    startedOn: ON,
  });
  await tx.insert(orders).values({
    ...whose,
    id: orderId,
    projectId,
    orderRef: 'O-1',
    name: 'Order',
    status: 'Open',
    totalCents: cents(5000),
    paidCents: ZERO,
  });
  await tx.insert(estimates).values({
    ...whose,
    id: estimateIdSchema.parse(randomUUID()),
    projectId,
    estimateRef: 'E-1',
    memo: 'Estimate',
    status: 'Open',
    items: [],
    totalCents: cents(5000),
    expiresOn: ON,
  });
  await tx.insert(contracts).values({
    ...whose,
    id: contractId,
    contractRef: contractId,
    typeName: 'Contract',
    status: 'Active',
    amountCents: cents(5000),
    paidCents: ZERO,
    signedOn: ON,
  });
  const content = Buffer.from('%PDF-1.7');
  const file = { name: 'contract.pdf', content, size: content.length, sha256: 'digest' };
  await tx.insert(contractDocuments).values({ ...whose, contractId, ...file });
  await tx.insert(requests).values({ ...whose, id: requestId, kind: 'PARTIAL' });
  await tx.insert(requestOrders).values({ ...whose, requestId, orderId, amountCents: cents(100) });
}
