/** A customer's contracts and their documents. */
import { readContractDocument } from '../../portal/documents/contract-document.ts';
import {
  createContractLink,
  listContracts,
  readContractTabs,
} from '../../portal/documents/contracts.ts';
import { answerWith, type Handlers } from '../call.ts';

export const contractHandlers = {
  contractTabs: answerWith('tabs', (deps, { principal }) => readContractTabs(deps, principal)),
  contracts: (deps, { principal, body }) => listContracts(deps, principal, body),
  contractLink: answerWith('link', (deps, { principal, params, query }) =>
    createContractLink(deps, { principal, contractId: params.id, key: query.key }),
  ),
  contractDocument: async (deps, { params, query, setHeader }) => {
    const page = await readContractDocument(deps, { contractId: params.id, token: query.pass });
    setHeader('content-type', 'text/html; charset=utf-8');
    return page;
  },
} satisfies Partial<Handlers>;
