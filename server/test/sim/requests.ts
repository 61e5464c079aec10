/** Rows for partial requests and an accepted estimate of the customer. */
import {
  estimateIdSchema,
  orderIdSchema,
  projectIdSchema,
  requestIdSchema,
} from '@quittance/contract/ids';
import { addCents, cents } from '@quittance/contract/money';
import { requestOrders, requests } from '../../src/schema/invoices.ts';
import { estimates, orders, projects } from '../../src/schema/projects.ts';
import type { Setting as SeedContext, TestCompany } from '../world/company.ts';
import type { SimRequest } from './seen.ts';

/** Two requests on the same two orders, which together exceed the amount owed, and an estimate. */
export async function addRequests(
  { database, clock, entropy }: SeedContext,
  { companyId, customerId }: TestCompany,
  { totalCents, timeZone }: { totalCents: number; timeZone: string },
): Promise<SimRequest[]> {
  const own = { companyId, customerId, createdAt: clock.now() };
  const projectId = projectIdSchema.parse(entropy.uuid());
  const startedOn = clock.today(timeZone);
  const orderIds = [0, 1].map(() => orderIdSchema.parse(entropy.uuid()));
  const estimateId = estimateIdSchema.parse(entropy.uuid());
  const total = cents(totalCents);
  const part = cents(Math.ceil((totalCents * 2) / 3));
  const requestIds = [0, 1, 2].map(() => requestIdSchema.parse(entropy.uuid()));
  const [first, second, third] = requestIds;
  if (!first || !second || !third) throw new Error('three requests are made');
  await database.asSystem(async (tx) => {
    const project = {
      projectName: 'Implant',
      projectRef: 'P-1',
      status: 'Open',
      startedOn,
    } as const;
    await tx.insert(projects).values({ ...own, ...project, id: projectId });
    const named = {
      name: 'Crown',
      status: 'Open',
      totalCents: total,
      paidCents: cents(0),
    } as const;
    await tx
      .insert(orders)
      .values(orderIds.map((id, at) => ({ ...own, ...named, projectId, id, orderRef: `O-${at}` })));
    const items = [{ name: 'Crown', amount: total }];
    const estimate = { estimateRef: 'E-1', memo: 'Second crown', status: 'Processed' } as const;
    await tx.insert(estimates).values({
      ...own,
      ...estimate,
      id: estimateId,
      projectId,
      items,
      totalCents: total,
      expiresOn: startedOn,
    });
    await tx.insert(requests).values([
      { ...own, id: first, kind: 'PARTIAL' },
      { ...own, id: second, kind: 'PARTIAL' },
      { ...own, id: third, kind: 'ESTIMATE', estimateId },
    ]);
    await tx
      .insert(requestOrders)
      .values(
        [first, second].flatMap((requestId) =>
          orderIds.map((orderId) => ({ ...own, requestId, orderId, amountCents: part })),
        ),
      );
  });
  const partial = { kind: 'PARTIAL' as const, amountCents: addCents(part, part) };
  return [
    { ...partial, requestId: first, remembered: [] },
    { ...partial, requestId: second, remembered: [] },
    { kind: 'ESTIMATE', requestId: third, amountCents: total, remembered: [] },
  ];
}
