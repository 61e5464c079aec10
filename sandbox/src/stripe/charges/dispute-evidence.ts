// Evidence against a dispute: files, and the one submission that a card network accepts. Two published texts of the
// test mode end the dispute at once.
import { z } from 'zod';
import { disputeAnswer } from '../answers.ts';
import { invalid, missing } from '../api/api-error.ts';
import { newId } from '../api/ids.ts';
import type { Call, PreparedOperation } from '../api/operation.ts';
import { emitEvent } from '../events.ts';
import { type Dispute, nowSeconds, type Store, type UploadedFile } from '../store.ts';

const FileParams = z.object({
  purpose: z.string(),
  file: z.object({ name: z.string(), type: z.string(), size: z.coerce.number().int() }),
});

const EVIDENCE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'];
const EVIDENCE_BYTES_MAX = 5_000_000;

function fileAnswer({ id, created, purpose, name, type, size }: UploadedFile) {
  return {
    id,
    object: 'file',
    created,
    expires_at: null,
    filename: name,
    links: null,
    purpose,
    size,
    title: null,
    type: type.split('/').at(-1) ?? null,
    url: null,
  };
}

export function createFile(call: Call): PreparedOperation {
  const parsed = FileParams.safeParse(call.params);
  if (!parsed.success) throw invalid('Invalid file', { param: 'file' });
  const { purpose, file } = parsed.data;
  if (purpose === 'dispute_evidence' && !EVIDENCE_TYPES.includes(file.type)) {
    throw invalid(`Invalid file type: ${file.type}`, { param: 'file' });
  }
  if (file.size > EVIDENCE_BYTES_MAX) throw invalid('The file is too large.', { param: 'file' });
  const { store, account } = call;
  return {
    execute: () =>
      fileAnswer(
        store.files.put({
          id: newId('file'),
          account: account.id,
          created: nowSeconds(store),
          purpose,
          ...file,
        }),
      ),
  };
}

export function retrieveFile({ store, account, path }: Call): PreparedOperation {
  const id = path['id'] ?? '';
  const file = store.files.get(id);
  if (file === undefined || file.account !== account.id) throw missing('file', id);
  return { execute: () => fileAnswer(file) };
}

const FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
];

const Update = z.object({
  evidence: z.record(z.string(), z.string()).default({}),
  submit: z.boolean().default(true),
});

function checkFiles({ store, account }: Call, evidence: Record<string, string>): void {
  for (const name of FILES) {
    const id = evidence[name];
    if (id === undefined) continue;
    const param = `evidence[${name}]`;
    const file = store.files.get(id);
    if (file === undefined || file.account !== account.id) throw missing('file', id, param);
    if (file.purpose !== 'dispute_evidence') throw invalid('Invalid file purpose', { param });
  }
}

export function endDispute(store: Store, dispute: Dispute, status: 'won' | 'lost') {
  const object = disputeAnswer(store.disputes.put({ ...dispute, status }));
  const { account } = dispute;
  if (status === 'won') {
    emitEvent(store, { account, type: 'charge.dispute.funds_reinstated', object });
  }
  emitEvent(store, { account, type: 'charge.dispute.closed', object });
  return object;
}

const TEST_ENDS: Readonly<Record<string, 'won' | 'lost'>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
};

export function updateDispute(call: Call): PreparedOperation {
  const { store, account, path } = call;
  const id = path['id'] ?? '';
  const dispute = store.disputes.get(id);
  if (dispute === undefined || dispute.account !== account.id) throw missing('dispute', id);
  const { evidence: added, submit } = Update.parse(call.params);
  checkFiles(call, added);
  return {
    execute: () => {
      if (dispute.status !== 'needs_response') {
        throw invalid('Evidence can no longer be submitted for this dispute.');
      }
      const evidence = { ...dispute.evidence, ...added };
      const updated = store.disputes.put({
        ...dispute,
        evidence,
        ...(submit ? { status: 'under_review', submissions: dispute.submissions + 1 } : {}),
      });
      const object = disputeAnswer(updated);
      emitEvent(store, { account: account.id, type: 'charge.dispute.updated', object });
      const end = submit ? TEST_ENDS[evidence['uncategorized_text'] ?? ''] : undefined;
      return end ? endDispute(store, updated, end) : object;
    },
  };
}
