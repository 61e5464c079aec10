/** Stores a method the processor has saved, with its token encrypted. */
import { type CompanyId, type CustomerId, methodIdSchema } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { Deps } from '../../deps.ts';
import type { SavedMethod } from '../../processors/processor.ts';
import type { MethodRow } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { insertMethod } from '../../storage/methods/methods.ts';
import { sealContext } from '../../storage/seal.ts';

export type NewMethodRow = {
  companyId: CompanyId;
  customerId: CustomerId;
  processor: ProcessorName;
  /** False: attached to one invoice only. */
  isSaved: boolean;
};

export function storeMethod(
  tx: Tx,
  { sealer, entropy, clock }: Deps,
  { row, method }: { row: NewMethodRow; method: SavedMethod },
): Promise<MethodRow> {
  const { companyId } = row;
  const methodId = methodIdSchema.parse(entropy.uuid());
  const { token, ...details } = method;
  return insertMethod(tx, {
    ...details,
    ...row,
    id: methodId,
    tokenSealed: sealer.seal(token.reveal(), sealContext.methodToken({ companyId, methodId })),
    createdAt: clock.now(),
  });
}
