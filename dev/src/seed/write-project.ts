/** Writes a project with its orders and estimates. An accepted estimate has a request to pay it. */
import {
  type CustomerId,
  estimateIdSchema,
  orderIdSchema,
  type ProjectId,
  projectIdSchema,
  requestIdSchema,
} from '@quittance/contract/ids';
import { estimateTotal } from '@quittance/domain/checkout/amounts';
import { type DemoEstimate, type DemoProject, usd } from './demo-data.ts';
import { type SeedContext, timeOn, toDay } from './seed-context.ts';

type Owner = { customerId: CustomerId; projectId: ProjectId };

export function writeProject(
  context: SeedContext,
  customerId: CustomerId,
  project: DemoProject,
): ProjectId {
  const { companyId } = context.company;
  const projectId = projectIdSchema.parse(context.entropy.uuid());
  const startedOn = toDay(context, -project.startedDaysAgo);
  const createdAt = timeOn(context, startedOn, '10:00');
  context.rows.projects.push({
    companyId,
    id: projectId,
    customerId,
    projectName: project.name,
    projectRef: project.ref,
    status: project.status,
    startedOn,
    createdAt,
  });
  for (const [orderRef, name, status, total, paid] of project.orders) {
    context.rows.orders.push({
      companyId,
      id: orderIdSchema.parse(context.entropy.uuid()),
      customerId,
      projectId,
      orderRef,
      name,
      status,
      totalCents: usd(total),
      paidCents: usd(paid),
      createdAt,
    });
  }
  for (const estimate of project.estimates)
    writeEstimate(context, { customerId, projectId }, estimate);
  return projectId;
}

const VALID_DAYS = 30;

function writeEstimate(context: SeedContext, owner: Owner, estimate: DemoEstimate): void {
  const { companyId } = context.company;
  const { customerId } = owner;
  const id = estimateIdSchema.parse(context.entropy.uuid());
  const items = estimate.items.map(([name, amount]) => ({ name, amount: usd(amount) }));
  const madeOn = toDay(context, estimate.expiresInDays - VALID_DAYS);
  const isAccepted = estimate.status === 'Processed';
  const acceptedAt = timeOn(context, madeOn, '16:45');
  context.rows.estimates.push({
    companyId,
    id,
    ...owner,
    estimateRef: estimate.ref,
    memo: estimate.memo,
    status: estimate.status,
    items,
    totalCents: estimateTotal(items),
    expiresOn: toDay(context, estimate.expiresInDays),
    acceptedAt: isAccepted ? acceptedAt : null,
    createdAt: timeOn(context, madeOn, '11:15'),
  });
  if (!isAccepted) return;
  const requestId = requestIdSchema.parse(context.entropy.uuid());
  context.rows.requests.push({
    companyId,
    id: requestId,
    customerId,
    kind: 'ESTIMATE',
    estimateId: id,
    createdAt: acceptedAt,
  });
}
