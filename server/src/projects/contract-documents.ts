/** The files that companies added to their contracts. Metadata is read without the bytes. */
import type { CompanyId, ContractId, CustomerId } from '@quittance/contract/ids';
import type { Deps } from '../kernel/deps.ts';
import type { Scope, Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { firstRow, hasRows } from '../platform/database/rows.ts';
import { type Piece, readPiece } from '../platform/files/read-piece.ts';
import { contractDocuments } from '../schema/projects.ts';
import type { ContractKey } from './project-records.ts';

type DocumentRow = typeof contractDocuments.$inferSelect;
export type DocumentFacts = Pick<DocumentRow, 'name' | 'size' | 'sha256' | 'createdAt'>;

const { contractId, name, size, sha256, createdAt } = contractDocuments;
const FACTS = { contractId, name, size, sha256, createdAt };

/** Reads further pieces in the same scope. */
export async function findDocument(
  tx: Tx,
  { database }: Pick<Deps, 'database'>,
  { scope, contractId: id }: { scope: Scope; contractId: ContractId },
) {
  const { companyId } = scope;
  const is = matching(contractDocuments, { companyId, contractId: id });
  const facts = await findDocumentFacts(tx, { companyId, contractId: id });
  const read = (piece: Piece) =>
    database.readForCompany({ ...scope, isByKey: true }, (each) =>
      readPiece(each, { table: contractDocuments, is, piece }),
    );
  return facts && { ...facts, companyId, read };
}

export async function findDocumentFacts(tx: Tx, key: ContractKey): Promise<DocumentFacts | null> {
  const { companyId, contractId: id } = key;
  const isDocument = matching(contractDocuments, { companyId, contractId: id });
  return firstRow(tx.select(FACTS).from(contractDocuments).where(isDocument));
}

export async function listDocumentFacts(
  tx: Tx,
  { companyId, contractIds }: { companyId: CompanyId; contractIds: readonly ContractId[] },
): Promise<ReadonlyMap<ContractId, DocumentFacts>> {
  if (contractIds.length === 0) return new Map();
  const rows = await tx
    .select(FACTS)
    .from(contractDocuments)
    .where(matching(contractDocuments, { companyId, contractId: contractIds }));
  return new Map(rows.map((row) => [row.contractId, row]));
}

export async function storeDocument(
  tx: Tx,
  { companyId, contractId: id, customerId }: ContractKey & { customerId: CustomerId },
  { content, ...facts }: DocumentFacts & { content: Uint8Array },
): Promise<void> {
  const { buffer, byteOffset, byteLength } = content;
  const stored = { ...facts, content: Buffer.from(buffer, byteOffset, byteLength) };
  const { companyId: company, contractId: contract } = contractDocuments;
  await tx
    .insert(contractDocuments)
    .values({ companyId, contractId: id, customerId, ...stored })
    .onConflictDoUpdate({ target: [company, contract], set: stored });
}

export async function deleteDocument(tx: Tx, key: ContractKey): Promise<boolean> {
  const { companyId, contractId: id } = key;
  const isDocument = matching(contractDocuments, { companyId, contractId: id });
  return hasRows(tx.delete(contractDocuments).where(isDocument).returning({ contractId }));
}
