/** A customer's contracts and their documents. */
import { AppError } from '../../kernel/errors.ts';
import { asDownload } from '../../platform/http/as-download.ts';
import { readContractDocument } from '../../projects/contract-document.ts';
import {
  createContractLink,
  listContracts,
  readContractTabs,
} from '../../projects/list-contracts.ts';
import { answerWith, type Handlers } from './call.ts';

export const contractHandlers = {
  contractTabs: answerWith('tabs', (deps, { principal }) => readContractTabs(deps, principal)),
  contracts: (deps, { principal, body }) => listContracts(deps, principal, body),
  contractLink: answerWith('link', (deps, { principal, params, query }) =>
    createContractLink(deps, { principal, contractId: params.id, key: query.key }),
  ),
  contractDocument: async (deps, { params, query, cookies, isSameOrigin, setHeader }) => {
    if (!isSameOrigin) throw new AppError('NOT_FOUND');
    const request = { contractId: params.id, token: query.pass, cookie: cookies.session };
    const document = await readContractDocument(deps, request);
    if (document.kind === 'file') return asDownload({ setHeader }, document);
    setHeader('content-type', 'text/html; charset=utf-8');
    return document.html;
  },
} satisfies Partial<Handlers>;
