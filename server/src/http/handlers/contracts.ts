/** A customer's contracts and their documents. */
import { readContractDocument } from '../../portal/documents/contract-document.ts';
import {
  linkToContract,
  listContracts,
  readContractTabs,
} from '../../portal/documents/contracts.ts';
import type { Handlers } from '../call.ts';

export const contractHandlers = {
  contractTabs: async (deps, { principal }) => ({
    success: true,
    tabs: await readContractTabs(deps, principal),
  }),
  contracts: (deps, { principal, body }) => listContracts(deps, principal, body),
  contractLink: async (deps, { principal, params, query }) => ({
    success: true,
    link: await linkToContract(deps, { principal, contractId: params.id, key: query.key }),
  }),
  contractDocument: async (deps, { params, query, setHeader }) => {
    const page = await readContractDocument(deps, { contractId: params.id, pass: query.pass });
    setHeader('content-type', 'text/html; charset=utf-8');
    return page;
  },
} satisfies Handlers;
