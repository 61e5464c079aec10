/**
 * The calls this server answers so far, one handler per row of the contract's table. A row without
 * a handler is not registered and answers 404.
 */
import type { Handlers } from './call.ts';
import { accessHandlers } from './handlers/access.ts';
import { contactHandlers } from './handlers/contacts.ts';
import { contractHandlers } from './handlers/contracts.ts';
import { customerHandlers } from './handlers/customer.ts';
import { invoiceHandlers } from './handlers/invoices.ts';
import { methodHandlers } from './handlers/methods.ts';
import { operationHandlers } from './handlers/operations.ts';
import { paymentHandlers } from './handlers/payments.ts';
import { placeHandlers } from './handlers/places.ts';
import { planHandlers } from './handlers/plans.ts';
import { projectHandlers } from './handlers/projects.ts';
import { publicHandlers } from './handlers/public.ts';
import { scheduleHandlers } from './handlers/schedules.ts';

export const HANDLERS: Handlers = {
  ...accessHandlers,
  ...publicHandlers,
  ...customerHandlers,
  ...contactHandlers,
  ...invoiceHandlers,
  ...projectHandlers,
  ...contractHandlers,
  ...paymentHandlers,
  ...planHandlers,
  ...scheduleHandlers,
  ...methodHandlers,
  ...operationHandlers,
  ...placeHandlers,
};
