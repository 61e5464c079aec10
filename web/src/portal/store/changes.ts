/** The response to a change is newer than the data that was read before, so it replaces that data. */
import type { RequestId } from '@quittance/contract/ids';
import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import { subtractCents } from '@quittance/contract/money';
import type { PartialRequest } from '@quittance/contract/projects/portal-schemas';
import { createAction, isFulfilled, type UnknownAction } from '@reduxjs/toolkit';
import { isReadAction, readsReducer } from '../../shared/api/reads.ts';
import { addContact, confirmEmail, removeContact, updateContact } from './contacts.ts';
import { removeMethod, setAutoPayMethod, toggleAutoPay, updateCustomer } from './customer.ts';
import { createPartialRequest, orderRemoved, updatePartialRequest } from './orders.ts';
import type { WithReads } from './read.ts';
import {
  contactsRead,
  customerRead,
  estimateRead,
  invoiceRead,
  linkedRequestRead,
  ordersRequestRead,
  selectionRead,
} from './reads.ts';
import { selectInvoices } from './selection.ts';

type Held = WithReads['reads'];

type PayableRefreshed = { requestId: RequestId; payable: Payable };

/** The server refused a quote and sent the current amounts (R6). */
export const payableRefreshed = createAction<PayableRefreshed>('request/payableRefreshed');

const isContactsAnswer = isFulfilled(updateContact, removeContact, confirmEmail);
const isCustomerAnswer = isFulfilled(updateCustomer, removeMethod);
const isAutoPayAnswer = isFulfilled(toggleAutoPay, setAutoPayMethod);
const isRequestAnswer = isFulfilled(createPartialRequest, updatePartialRequest);

export function heldAnswersReducer(state: Held = {}, action: UnknownAction): Held {
  if (isReadAction(action)) return readsReducer(state, action);
  if (addContact.fulfilled.match(action)) {
    const { contact } = action.payload;
    return contactsRead.change(
      state,
      (held) => held && { ...held, contacts: [...held.contacts, contact] },
    );
  }
  if (isContactsAnswer(action)) {
    const { contacts } = action.payload;
    return contactsRead.change(state, () => ({ success: true, contacts }));
  }
  if (isCustomerAnswer(action)) {
    const { debtor } = action.payload;
    return customerRead.change(state, () => ({ success: true, debtor }));
  }
  if (isAutoPayAnswer(action)) {
    const { success: _success, ...autoPay } = action.payload;
    return customerRead.change(
      state,
      (held) => held && 'id' in held.debtor && { ...held, debtor: { ...held.debtor, ...autoPay } },
    );
  }
  if (isRequestAnswer(action)) {
    const { request } = action.payload;
    return ordersRequestRead.change(state, () => ({ success: true, request }));
  }
  if (orderRemoved.match(action))
    return ordersRequestRead.change(
      state,
      (held) => held && { ...held, request: withoutOrder(held.request, action.payload) },
    );
  if (selectInvoices.fulfilled.match(action)) {
    const { selection } = action.payload;
    return selectionRead.change(state, () => ({ success: true, selection }));
  }
  return payableRefreshed.match(action) ? withPayable(state, action.payload) : state;
}

/** The remaining orders are paid in full. */
function withoutOrder(request: PartialRequest, removedId: string): PartialRequest {
  const orders = request.orders
    .filter(({ id }) => id !== removedId)
    .map((order) => ({ ...order, amount: subtractCents(order.totalBalance, order.paidBalance) }));
  return { ...request, orders };
}

function withPayable(state: Held, { requestId, payable }: PayableRefreshed): Held {
  const toIs = (one: { requestId: RequestId | null } | undefined) => one?.requestId === requestId;
  let reads = invoiceRead.change(
    state,
    (held) => held && toIs(held.account) && { ...held, account: { ...held.account, payable } },
  );
  reads = ordersRequestRead.change(
    reads,
    (held) => held && toIs(held.request) && { ...held, request: { ...held.request, payable } },
  );
  reads = estimateRead.change(
    reads,
    (held) => held && toIs(held.estimate) && { ...held, estimate: { ...held.estimate, payable } },
  );
  reads = selectionRead.change(
    reads,
    (held) =>
      held && toIs(held.selection) && { ...held, selection: { ...held.selection, payable } },
  );
  return linkedRequestRead.change(reads, (held) => held && toIs(held) && { ...held, payable });
}
