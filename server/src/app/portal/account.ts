/** A customer's statement, history, and files about the whole account. */
import { AppError } from '../../kernel/errors.ts';
import { createAccountFileLink, openAccountFile } from '../../statements/account-files.ts';
import { readHistory } from '../../statements/history.ts';
import { readStatement } from '../../statements/statement.ts';
import type { Handlers } from './call.ts';

export const accountHandlers = {
  statement: (deps, { principal, params, query }) =>
    readStatement(deps, { principal, customerId: params.id, query }),
  history: (deps, { principal, params, query }) =>
    readHistory(deps, { principal, customerId: params.id, query }),
  accountFileLink: async (deps, { principal, params, query }) => ({
    success: true,
    link: createAccountFileLink(deps, { principal, customerId: params.id, query }),
    type: 'download',
  }),
  accountFile: async (deps, { params, query, cookies, isSameOrigin, setHeader }) => {
    if (!isSameOrigin) throw new AppError('NOT_FOUND');
    const download = { customerId: params.id, query, cookie: cookies.session };
    const { name, type, content } = await openAccountFile(deps, download);
    setHeader('content-type', type);
    setHeader('content-disposition', `attachment; filename="${name}"`);
    return content;
  },
} satisfies Partial<Handlers>;
