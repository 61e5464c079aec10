/** A project with its orders and estimates; an accepted estimate has a request to pay it by. */
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
import { dayOf, type Pen, timeOn } from './seed-context.ts';

type Owner = { customerId: CustomerId; projectId: ProjectId };

export function writeProject(pen: Pen, customerId: CustomerId, project: DemoProject): ProjectId {
  const { companyId } = pen.company;
  const projectId = projectIdSchema.parse(pen.entropy.uuid());
  const startedOn = dayOf(pen, -project.startedDaysAgo);
  const createdAt = timeOn(pen, startedOn, '10:00');
  pen.rows.projects.push({
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
    pen.rows.orders.push({
      companyId,
      id: orderIdSchema.parse(pen.entropy.uuid()),
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
  for (const estimate of project.estimates) writeEstimate(pen, { customerId, projectId }, estimate);
  return projectId;
}

const VALID_DAYS = 30;

function writeEstimate(pen: Pen, owner: Owner, estimate: DemoEstimate): void {
  const { companyId } = pen.company;
  const { customerId } = owner;
  const id = estimateIdSchema.parse(pen.entropy.uuid());
  const items = estimate.items.map(([name, amount]) => ({ name, amount: usd(amount) }));
  const madeOn = dayOf(pen, estimate.expiresInDays - VALID_DAYS);
  const isAccepted = estimate.status === 'Processed';
  const acceptedAt = timeOn(pen, madeOn, '16:45');
  pen.rows.estimates.push({
    companyId,
    id,
    ...owner,
    estimateRef: estimate.ref,
    memo: estimate.memo,
    status: estimate.status,
    items,
    totalCents: estimateTotal(items),
    expiresOn: dayOf(pen, estimate.expiresInDays),
    acceptedAt: isAccepted ? acceptedAt : null,
    createdAt: timeOn(pen, madeOn, '11:15'),
  });
  if (!isAccepted) return;
  const requestId = requestIdSchema.parse(pen.entropy.uuid());
  pen.rows.requests.push({
    companyId,
    id: requestId,
    customerId,
    kind: 'ESTIMATE',
    estimateId: id,
    createdAt: acceptedAt,
  });
}
