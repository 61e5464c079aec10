// The orders of a project; a payment can be requested for a part of each.

import { subtractCents } from '@quittance/contract/money';
import { isOrderOwed } from '@quittance/domain/checkout/amounts';
import type { AnswerOf } from '../api/call-types.ts';
import { formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { projectFormTexts } from '../texts/project-forms.ts';
import { projectsTexts } from '../texts/projects.ts';
import { ProjectBadge } from './billing-badges.tsx';
import { NewOrder, NewRequest } from './order-forms.tsx';
import { DialogButton, Named } from './project-parts.tsx';

export type Order = AnswerOf<'listOrders'>['data'][number];

type OrdersProps = { projectId: string; orders: readonly Order[]; onChanged: () => void };

const openOf = (order: Order) => (isOrderOwed(order) ? subtractCents(order.total, order.paid) : 0);

export function Orders({ projectId, orders, onChanged }: OrdersProps) {
  const { order: headers } = projectsTexts;
  const add = (
    <DialogButton
      label={projectFormTexts.newOrder}
      dialog={(onClose) => <NewOrder projectId={projectId} onAdded={onChanged} onClose={onClose} />}
    />
  );
  return (
    <Section title={projectsTexts.orders} action={add}>
      <Table
        caption={projectsTexts.orders}
        empty={projectsTexts.noOrders}
        rows={orders}
        rowKey={({ id }) => id}
        columns={[
          {
            header: headers.ref,
            isText: true,
            cell: (order: Order) => (
              <Named name={order.name} text={order.orderRef}>
                {openOf(order) > 0 && (
                  <DialogButton
                    look="link"
                    label={projectFormTexts.request}
                    dialog={(onClose) => (
                      <NewRequest order={order} onRequested={onChanged} onClose={onClose} />
                    )}
                  />
                )}
              </Named>
            ),
          },
          { header: headers.status, cell: ({ status }) => <ProjectBadge status={status} /> },
          { header: headers.total, align: 'end', cell: ({ total }) => formatMoney(total) },
          { header: headers.paid, align: 'end', cell: ({ paid }) => formatMoney(paid) },
          {
            header: headers.open,
            align: 'end',
            cell: (order) =>
              isOrderOwed(order)
                ? formatMoney(subtractCents(order.total, order.paid))
                : projectsTexts.none,
          },
        ]}
      />
    </Section>
  );
}
