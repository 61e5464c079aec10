/** Rows for a project with orders and an estimate, and for the requests through which they are paid. */
import { randomUUID } from 'node:crypto';
import { addDays } from '@quittance/contract/dates';
import {
  estimateIdSchema,
  type OrderId,
  orderIdSchema,
  projectIdSchema,
  type RequestId,
  requestIdSchema,
} from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { EstimateStatus } from '@quittance/contract/vocabulary';
import { requestOrders, requests } from '../../src/schema/invoices.ts';
import { estimates, orders, projects } from '../../src/schema/projects.ts';
import type { TestCompany } from './company.ts';
import type { World } from './world.ts';

export async function addProject({ deps }: World, { companyId, customerId }: TestCompany) {
  const id = projectIdSchema.parse(randomUUID());
  const createdAt = deps.clock.now();
  const startedOn = deps.clock.today('America/New_York');
  await deps.database.asSystem((tx) =>
    tx.insert(projects).values({
      companyId,
      id,
      customerId,
      projectName: 'Implant, upper left',
      projectRef: `P-${id.slice(0, 6)}`,
      status: 'Open',
      startedOn,
      createdAt,
    }),
  );
  return { companyId, customerId, projectId: id, startedOn, createdAt };
}

export type TestProject = Awaited<ReturnType<typeof addProject>>;

export async function addOrder(
  { deps }: World,
  { companyId, customerId, projectId, createdAt }: TestProject,
  totalCents: number,
): Promise<OrderId> {
  const id = orderIdSchema.parse(randomUUID());
  await deps.database.asSystem((tx) =>
    tx.insert(orders).values({
      companyId,
      id,
      customerId,
      projectId,
      orderRef: `O-${id.slice(0, 6)}`,
      name: 'Crown',
      status: 'Open',
      totalCents: cents(totalCents),
      paidCents: cents(0),
      createdAt,
    }),
  );
  return id;
}

export async function addPartialRequest(
  { deps }: World,
  { companyId, customerId, createdAt }: TestProject,
  amounts: ReadonlyMap<OrderId, number>,
): Promise<RequestId> {
  const requestId = requestIdSchema.parse(randomUUID());
  await deps.database.asSystem(async (tx) => {
    await tx
      .insert(requests)
      .values({ companyId, id: requestId, customerId, kind: 'PARTIAL', createdAt });
    await tx.insert(requestOrders).values(
      [...amounts].map(([orderId, amount]) => ({
        companyId,
        requestId,
        orderId,
        customerId,
        amountCents: cents(amount),
      })),
    );
  });
  return requestId;
}

export async function addEstimate(
  { deps }: World,
  { companyId, customerId, projectId, createdAt, startedOn }: TestProject,
  { totalCents, status }: { totalCents: number; status: EstimateStatus },
) {
  const id = estimateIdSchema.parse(randomUUID());
  const requestId = requestIdSchema.parse(randomUUID());
  await deps.database.asSystem(async (tx) => {
    await tx.insert(estimates).values({
      companyId,
      id,
      customerId,
      projectId,
      estimateRef: `E-${id.slice(0, 6)}`,
      memo: 'Second crown',
      status,
      items: [{ name: 'Crown', amount: cents(totalCents) }],
      totalCents: cents(totalCents),
      expiresOn: addDays(startedOn, 30),
      createdAt,
    });
    await tx.insert(requests).values({
      companyId,
      id: requestId,
      customerId,
      kind: 'ESTIMATE',
      estimateId: id,
      createdAt,
    });
  });
  return { estimateId: id, requestId };
}
