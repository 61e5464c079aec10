/** Payer API handlers for `projects`. */

import { AppError } from '../kernel/errors.ts';
import { downloadHeaders } from '../platform/http/as-download.ts';
import { answerWith, type Call, type Handlers } from '../platform/http/portal-call.ts';
import { sendFile } from '../platform/http/send-file.ts';
import { acceptEstimate } from './accept-estimate.ts';
import { readContractDocument } from './contract-document.ts';
import { createContractLink, listContracts, readContractTabs } from './list-contracts.ts';
import {
  createPartialRequest,
  readPartialRequest,
  updatePartialRequest,
} from './partial-request.ts';

type AcceptCall = Call<'acceptEstimate'> | Call<'acceptEstimateByGet'>;

const accept = answerWith('requestId', (deps, { principal, params }: AcceptCall) =>
  acceptEstimate(deps, principal, params.id),
);

export const portalHandlers = {
  contractTabs: answerWith('tabs', (deps, { principal }) => readContractTabs(deps, principal)),
  contracts: (deps, { principal, body }) => listContracts(deps, principal, body),
  contractLink: answerWith('link', (deps, { principal, params, query }) =>
    createContractLink(deps, { principal, contractId: params.id, key: query.key }),
  ),
  contractDocument: async (deps, { params, query, cookies, isSameOrigin, setHeader }) => {
    if (!isSameOrigin) throw new AppError('NOT_FOUND');
    const request = { contractId: params.id, token: query.pass, cookie: cookies.session };
    const document = await readContractDocument(deps, request);
    if (document.kind === 'file')
      return sendFile({ ...document.file, headers: downloadHeaders(document.file) });
    setHeader('content-type', 'text/html; charset=utf-8');
    return document.html;
  },
  acceptEstimate: accept,
  acceptEstimateByGet: accept,
  partialRequest: answerWith('request', (deps, { principal, params }) =>
    readPartialRequest(deps, principal, params.id),
  ),
  createPartialRequest: answerWith('request', (deps, { principal, body }) =>
    createPartialRequest(deps, principal, body.orders),
  ),
  updatePartialRequest: answerWith('request', (deps, { principal, params, body }) =>
    updatePartialRequest(deps, { principal, requestId: params.id, body }),
  ),
} satisfies Partial<Handlers>;
