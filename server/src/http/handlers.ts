/** All handlers, one per served row of the contract's route table. */
import type { Handlers } from './call.ts';
import { accessHandlers } from './handlers/access.ts';
import { accountHandlers } from './handlers/account.ts';
import { addressSuggestionHandlers } from './handlers/address-suggestions.ts';
import { chargeHandlers } from './handlers/charges.ts';
import { contactHandlers } from './handlers/contacts.ts';
import { contractHandlers } from './handlers/contracts.ts';
import { customerHandlers } from './handlers/customer.ts';
import { inquiryHandlers } from './handlers/inquiries.ts';
import { invoiceHandlers } from './handlers/invoices.ts';
import { methodHandlers } from './handlers/methods.ts';
import { operationHandlers } from './handlers/operations.ts';
import { passkeyHandlers } from './handlers/passkeys.ts';
import { paymentHandlers } from './handlers/payments.ts';
import { planHandlers } from './handlers/plans.ts';
import { projectHandlers } from './handlers/projects.ts';
import { publicHandlers } from './handlers/public.ts';
import { scheduleHandlers } from './handlers/schedules.ts';

export const HANDLERS: Handlers = {
  ...accessHandlers,
  ...passkeyHandlers,
  ...publicHandlers,
  ...customerHandlers,
  ...contactHandlers,
  ...invoiceHandlers,
  ...accountHandlers,
  ...inquiryHandlers,
  ...chargeHandlers,
  ...projectHandlers,
  ...contractHandlers,
  ...paymentHandlers,
  ...planHandlers,
  ...scheduleHandlers,
  ...methodHandlers,
  ...operationHandlers,
  ...addressSuggestionHandlers,
};
