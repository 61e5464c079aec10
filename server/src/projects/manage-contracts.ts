/** Adds a company's contracts, and the PDF file that the customer gets as the document (R24). */

import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { type ContractId, contractIdSchema } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import { CONTRACT_FIELDS } from '@quittance/contract/projects/fields';
import type {
  ContractDocument,
  ContractQuery,
  NewContract,
  ProviderContract,
} from '@quittance/contract/projects/provider-schemas';
import type { ContractStatus } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import { namesOfCustomers } from '../customers/customer-records.ts';
import {
  findNamedCustomers,
  requireCustomer,
  requirePresent,
} from '../customers/manage-customers.ts';
import { lockCustomer } from '../customers/store.ts';
import { findToday } from '../invoices/issue-invoice.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { onlyOutcome } from '../kernel/outcomes.ts';
import type { Actor, ProviderDeps } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { toFieldValues, toNewColumns } from '../platform/database/field-columns.ts';
import { updateRows } from '../platform/database/row-sets.ts';
import { lockRow } from '../platform/database/rows.ts';
import { together } from '../platform/database/transaction.ts';
import {
  type ChangeSet,
  createObjects,
  createOne,
  type NewSet,
  recordChanges,
} from '../platform/events/write-objects.ts';
import { pageFrom, toPage } from '../platform/http/page.ts';
import { type SendLater, sendFile } from '../platform/http/send-file.ts';
import { safeFileName } from '../platform/pdf/file-name.ts';
import { contracts } from '../schema/projects.ts';
import {
  type DocumentFacts,
  deleteDocument,
  findDocument,
  findDocumentFacts,
  listDocumentFacts,
  storeDocument,
} from './contract-documents.ts';
import { type ContractRow, findContractRow, listContractRows } from './project-records.ts';

function showDocument({ name, size, sha256, createdAt }: DocumentFacts): ContractDocument {
  return { name, size, sha256, createdAt };
}

type ShownColumns = Omit<ContractRow, 'contractRefKey' | 'chargeOffOn' | 'acceleratedOn'>;

function showContract(row: ShownColumns, document: DocumentFacts | null): ProviderContract {
  const { id, customerId, status, createdAt } = row;
  return {
    id,
    customerId,
    ...toFieldValues(CONTRACT_FIELDS, row),
    status,
    createdAt,
    amount: row.amountCents,
    paid: row.paidCents,
    document: document && showDocument(document),
  };
}

export async function createContracts(tx: Tx, deps: ProviderDeps, set: NewSet<NewContract>) {
  const { actor, inputs } = set;
  const customers = await findNamedCustomers(tx, actor, inputs);
  const today = await findToday(tx, deps, actor);
  const createdAt = deps.clock.now();
  return createObjects(tx, deps, {
    ...set,
    action: 'contract.created',
    table: contracts,
    decide: (input, index) => ({
      companyId: actor.companyId,
      customerId: requirePresent(customers[index]).id,
      id: contractIdSchema.parse(deps.entropy.uuid()),
      ...toNewColumns(CONTRACT_FIELDS, input),
      status: input.status,
      amountCents: input.amount,
      paidCents: ZERO,
      signedOn: input.signedOn ?? today,
      createdAt,
    }),
  });
}

export const createContract = createOne(createContracts, (row) => showContract(row, null));

type OfContract = { actor: Actor; contractId: ContractId };

async function requireContract(tx: Tx, { actor, contractId }: OfContract): Promise<ContractRow> {
  const contract = await findContractRow(tx, { companyId: actor.companyId, contractId });
  if (!contract) throw new AppError('NOT_FOUND');
  return contract;
}

/** The caller has already locked the contracts. */
export async function changeContracts(
  tx: Tx,
  deps: ProviderDeps,
  { actor, changes, options = {} }: ChangeSet<ContractRow, { status: ContractStatus }>,
): Promise<ContractRow[]> {
  const changed = changes.map(({ row, change: { status } }) => ({ ...row, status }));
  if (options.isDryRun) return changed;
  const rows = changed.map(({ id, status }) => ({ id, status }));
  updateRows(tx, contracts, { companyId: actor.companyId, rows });
  const objects = rows.map(({ id, status }) => ({ id, detail: { status } }));
  await recordChanges(tx, deps, { actor, action: 'contract.changed', objects });
  return changed;
}

export async function changeContract(
  tx: Tx,
  deps: ProviderDeps,
  { actor, contractId, status }: OfContract & { status: ContractStatus },
): Promise<ProviderContract> {
  const { companyId } = actor;
  const row = await lockRow(tx, contracts, { companyId, id: contractId });
  if (!row) throw new AppError('NOT_FOUND');
  const changes = [{ row, change: { status } }];
  const changed = onlyOutcome(await changeContracts(tx, deps, { actor, changes }));
  return showContract(changed, await findDocumentFacts(tx, { companyId, contractId }));
}

export async function getContract(tx: Tx, of: OfContract): Promise<ProviderContract> {
  const contract = await requireContract(tx, of);
  const { companyId, id: contractId } = contract;
  return showContract(contract, await findDocumentFacts(tx, { companyId, contractId }));
}

export async function listContracts(tx: Tx, { companyId }: Actor, query: ContractQuery) {
  const { limit, after, ...filter } = query;
  const page = pageFrom({ limit, after });
  const rows = await listContractRows(tx, { filter: { companyId, ...filter }, page });
  const contractIds = rows.map(({ id }) => id);
  const customerIds = rows.map((row) => row.customerId);
  const [documents, names] = await together([
    listDocumentFacts(tx, { companyId, contractIds }),
    namesOfCustomers(tx, companyId, customerIds),
  ]);
  return toPage(rows, page, (shown) =>
    shown.map((row) => ({
      ...showContract(row, documents.get(row.id) ?? null),
      customerName: names.get(row.customerId) ?? '',
    })),
  );
}

const MAGIC = Buffer.from('%PDF-');

export type Upload = {
  content: Uint8Array;
  sha256: string;
};

/** Only the beginning of the file is checked: the file is never opened here, only passed on for download. */
export async function readUpload(content: Uint8Array<ArrayBuffer>): Promise<Upload> {
  if (content.length > UPLOAD_BYTES_MAX) throw new AppError('INVALID_REQUEST', { status: 413 });
  if (!MAGIC.equals(content.subarray(0, MAGIC.length))) throw new AppError('WRONG_FILE');
  // Computed off the event loop.
  const digest = await crypto.subtle.digest('SHA-256', content);
  return { content, sha256: Buffer.from(digest).toString('hex') };
}

function documentName({ contractRef }: ContractRow, given: string | undefined): string {
  const name = given?.replace(/\.pdf$/i, '') ?? contractRef;
  return `${safeFileName(name, 'contract')}.pdf`;
}

/** A document is personal data. The lock prevents a concurrent erasure of its customer. */
async function lockedContract(tx: Tx, of: OfContract): Promise<ContractRow> {
  const contract = await requireContract(tx, of);
  const { companyId, customerId } = contract;
  const customer = await lockCustomer(tx, { companyId, customerId });
  invariant(customer, 'a contract has its customer');
  return contract;
}

type UploadCommand = OfContract & { upload: Upload; name?: string | undefined };

/** Uploading the same file under the same name again changes nothing. */
export async function putContractDocument(
  tx: Tx,
  deps: ProviderDeps,
  { actor, contractId, upload, name: given }: UploadCommand,
): Promise<ProviderContract> {
  const contract = await lockedContract(tx, { actor, contractId });
  const key = { companyId: actor.companyId, contractId };
  await requireCustomer(tx, actor, { customerId: contract.customerId });
  const { content, sha256 } = upload;
  const name = documentName(contract, given);
  const earlier = await findDocumentFacts(tx, key);
  if (earlier?.sha256 === sha256 && earlier.name === name) return showContract(contract, earlier);
  const facts = { name, sha256, size: content.length, createdAt: deps.clock.now() };
  await storeDocument(tx, { ...key, customerId: contract.customerId }, { ...facts, content });
  const detail = { document: { sha256, size: facts.size } };
  const objects = [{ id: contractId, detail }];
  await recordChanges(tx, deps, { actor, action: 'contract.changed', objects });
  return showContract(contract, facts);
}

export async function getContractDocument(
  tx: Tx,
  deps: Pick<Deps, 'database'>,
  of: OfContract,
): Promise<SendLater> {
  const { companyId, id: contractId } = await requireContract(tx, of);
  const scope = { companyId, asProvider: true } as const;
  const document = await findDocument(tx, deps, { scope, contractId });
  if (!document) throw new AppError('NOT_FOUND');
  return sendFile({ ...document, headers: { 'content-type': 'application/pdf' } });
}

/** Does nothing if the contract has no document. */
export async function deleteContractDocument(
  tx: Tx,
  deps: ProviderDeps,
  { actor, contractId }: OfContract,
): Promise<ProviderContract> {
  const contract = await lockedContract(tx, { actor, contractId });
  const isDeleted = await deleteDocument(tx, { companyId: actor.companyId, contractId });
  if (isDeleted) {
    const objects = [{ id: contractId, detail: { document: null } }];
    await recordChanges(tx, deps, { actor, action: 'contract.changed', objects });
  }
  return showContract(contract, null);
}
