/** The files that companies added to their contracts. Metadata is read without the bytes. */
import type { CompanyId, ContractId, CustomerId } from '@quittance/contract/ids';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { findRow, firstRow, hasRows } from '../platform/database/rows.ts';
import { contractDocuments } from '../schema/projects.ts';
import type { ContractKey } from './project-records.ts';

type DocumentRow = typeof contractDocuments.$inferSelect;
export type DocumentFacts = Pick<DocumentRow, 'name' | 'size' | 'sha256' | 'createdAt'>;

const { contractId, name, size, sha256, createdAt } = contractDocuments;
const FACTS = { contractId, name, size, sha256, createdAt };

export type StoredFile = { name: string; bytes: Uint8Array<ArrayBuffer> };

export async function findDocument(
  tx: Tx,
  { companyId, contractId: id }: ContractKey,
): Promise<StoredFile | null> {
  const row = await findRow(tx, contractDocuments, { companyId, contractId: id });
  return row && { name: row.name, bytes: new Uint8Array(row.content) };
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
