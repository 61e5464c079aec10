/**
 * The two secrets on the way to a contract's document (R24): the key that comes with the contract in
 * the list, and the pass in the link. Both are sealed, so they can be neither guessed nor changed, and
 * neither works for another contract.
 */
import { type Instant, instantSchema } from '@quittance/contract/dates';
import {
  type CompanyId,
  type ContractId,
  type CustomerId,
  companyIdSchema,
  customerIdSchema,
} from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/routes';
import { pathTo } from '@quittance/contract/routes/route';
import { z } from 'zod';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import type { ContractRow } from '../storage/contracts.ts';
import { SealBroken, type Sealer } from '../storage/seal.ts';

const PASS_MS = 5 * 60 * 1000;

const placeOfKey = ({ companyId, id }: Pick<ContractRow, 'companyId' | 'id'>) =>
  `contracts/${companyId}/${id}/key`;
const placeOfPass = (contractId: ContractId) => `contracts/${contractId}/pass`;

function tryOpen(sealer: Sealer, sealed: string, place: string): string | null {
  try {
    return sealer.open(sealed, place);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

export function mintDocumentKey(sealer: Sealer, contract: ContractRow): string {
  return sealer.seal(contract.customerId, placeOfKey(contract));
}

export function isDocumentKey(sealer: Sealer, contract: ContractRow, key: string): boolean {
  return tryOpen(sealer, key, placeOfKey(contract)) === contract.customerId;
}

const passSchema = z.tuple([companyIdSchema, customerIdSchema, z.uuid(), instantSchema]);

export type PassHolder = { companyId: CompanyId; customerId: CustomerId; sessionId: string };

export function mintPass(
  { sealer, clock }: Pick<Deps, 'sealer' | 'clock'>,
  { companyId, customerId, sessionId, contractId }: PassHolder & { contractId: ContractId },
): string {
  const expiresAt = addMs(clock.now(), PASS_MS);
  const text = JSON.stringify([companyId, customerId, sessionId, expiresAt]);
  const pass = sealer.seal(text, placeOfPass(contractId));
  const path = pathTo(ROUTES.contractDocument.path, { id: contractId });
  return `${path}?${new URLSearchParams({ pass })}`;
}

export function readPass(
  sealer: Sealer,
  { contractId, pass, now }: { contractId: ContractId; pass: string; now: Instant },
): PassHolder | null {
  const text = tryOpen(sealer, pass, placeOfPass(contractId));
  if (text === null) return null;
  const [companyId, customerId, sessionId, expiresAt] = passSchema.parse(JSON.parse(text));
  return expiresAt > now ? { companyId, customerId, sessionId } : null;
}
