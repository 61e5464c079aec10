/** The calls about questions and disputes. Their section shows failures itself. */
import { createApiThunk } from './app-thunk.ts';

export const loadInquiries = createApiThunk('inquiries/load', 'inquiries', {
  failureNotice: 'screen',
});
export const sendInquiry = createApiThunk('inquiries/send', 'sendInquiry', {
  failureNotice: 'screen',
});
