/** The calls about questions and disputes of payers. */
import {
  answerInquiry,
  getInquiry,
  listInquiries,
} from '../../payments/disputes/answer-inquiry.ts';
import type { ProviderHandlers } from './call.ts';

type Names = 'listInquiries' | 'getInquiry' | 'answerInquiry';

export const INQUIRY_HANDLERS: Pick<ProviderHandlers, Names> = {
  listInquiries: (tx, _deps, { caller, query }) => listInquiries(tx, caller, query),
  getInquiry: (tx, _deps, { caller, params }) => getInquiry(tx, caller, params.inquiryId),
  answerInquiry: (tx, deps, { caller, params, body }) =>
    answerInquiry(tx, deps, { actor: caller, ...params, ...body }),
};
