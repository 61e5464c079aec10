/**
 * The two secrets on the way to a contract's document (R24): the key that comes with the contract in
 * the list, and the pass in the link. Neither works for another contract.
 */
import type { ContractId } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/routes';
import { pathTo } from '@quittance/contract/routes/route';
import type { Deps } from '../../deps.ts';
import type { ContractRow } from '../../storage/billing/contracts.ts';
import type { Sealer } from '../../storage/seal.ts';
import { type PassHolder, passTo, readPass, tryOpen } from './document-pass.ts';

const placeOfKey = ({ companyId, id }: Pick<ContractRow, 'companyId' | 'id'>) =>
  `contracts/${companyId}/${id}/key`;
const placeOfPass = (contractId: ContractId) => `contracts/${contractId}/pass`;

export function mintDocumentKey(sealer: Sealer, contract: ContractRow): string {
  return sealer.seal(contract.customerId, placeOfKey(contract));
}

export function isDocumentKey(sealer: Sealer, contract: ContractRow, key: string): boolean {
  return tryOpen(sealer, key, placeOfKey(contract)) === contract.customerId;
}

type PassDeps = Pick<Deps, 'sealer' | 'clock'>;

export function passToContract(deps: PassDeps, holder: PassHolder, contractId: ContractId): string {
  const path = pathTo(ROUTES.contractDocument.path, { id: contractId });
  return passTo(deps, holder, { path, place: placeOfPass(contractId) });
}

export function readContractPass(deps: PassDeps, contractId: ContractId, pass: string) {
  return readPass(deps, pass, placeOfPass(contractId));
}
