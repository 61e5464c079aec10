/** Questions and disputes of payers. */
import { listInquiries, sendInquiry } from '../../payments/disputes/inquiries.ts';
import { answerWith, type Handlers } from './call.ts';

export const inquiryHandlers = {
  inquiries: answerWith('inquiries', (deps, { principal, params }) =>
    listInquiries(deps, principal, params.id),
  ),
  sendInquiry: answerWith('inquiry', (deps, { principal, params, body }) =>
    sendInquiry(deps, { principal, requestId: params.id, inquiry: body }),
  ),
} satisfies Partial<Handlers>;
