/**
 * The two secrets of a contract's document (R24): the key in the contract list, and the link token for which the
 * key is exchanged. Each is valid for one contract only.
 */

import { pathTo } from '@quittance/contract/http/portal-route';
import type { ContractId } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { Deps } from '../kernel/deps.ts';
import {
  documentLink,
  type LinkTokenHolder,
  readLinkToken,
  tryOpen,
} from '../platform/http/document-link-token.ts';
import type { Sealer } from '../platform/sealing/seal.ts';
import type { ContractRow } from './contracts.ts';

const keyContext = ({ companyId, id }: Pick<ContractRow, 'companyId' | 'id'>) =>
  `contracts/${companyId}/${id}/key`;
const linkContext = (contractId: ContractId) => `contracts/${contractId}/pass`;

export function sealDocumentKey(sealer: Sealer, contract: ContractRow): string {
  return sealer.seal(contract.customerId, keyContext(contract));
}

export function isDocumentKey(sealer: Sealer, contract: ContractRow, key: string): boolean {
  return tryOpen(sealer, key, keyContext(contract)) === contract.customerId;
}

type TokenDeps = Pick<Deps, 'sealer' | 'clock'>;

export function contractDocumentLink(
  deps: TokenDeps,
  holder: LinkTokenHolder,
  contractId: ContractId,
): string {
  const path = pathTo(ROUTES.contractDocument.path, { id: contractId });
  return documentLink(deps, holder, { path, sealContext: linkContext(contractId) });
}

export function readContractLinkToken(deps: TokenDeps, contractId: ContractId, token: string) {
  return readLinkToken(deps, { token, sealContext: linkContext(contractId) });
}
