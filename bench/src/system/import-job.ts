/** Imports a file by the provider API, as a company's own system would: in parts, as a job that is followed. */
import { randomBytes, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { IMPORT_PART_BYTES_MAX } from '@quittance/contract/exchange/import-job-schemas';
import { providerPath } from '@quittance/contract/http/provider-route';
import { hashToken, mintCompanyToken } from '@quittance/server/platform/sealing/secret-token';
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import type { SeededCompany } from '../seed/add-company.ts';
import { sleep } from './portal.ts';
import { findRssOfTree, type TreeMemory } from './process-memory.ts';

const POLL_MS = 250;
const LAST_STATES = ['DONE', 'FAILED', 'CANCELED'];

const jobSchema = z.object({
  id: z.string(),
  state: z.string(),
  added: z.number(),
  refused: z.number(),
  notWritten: z.number(),
  startedAt: z.coerce.date().nullable(),
  finishedAt: z.coerce.date().nullable(),
});
type Job = z.infer<typeof jobSchema>;

async function addKey({ pool }: Bench, { companyId }: SeededCompany): Promise<string> {
  const key = `qk_${mintCompanyToken(randomBytes, companyId)}`;
  await pool.query(
    `insert into api_keys (company_id, id, name, scopes, key_hash, hint, created_at)
     values ($1, $2, 'bench', '{read,write}', $3, 'qk_bench', now())`,
    [companyId, randomUUID(), hashToken(key)],
  );
  return key;
}

type Call = { method: string; path: string; body?: object | Uint8Array<ArrayBuffer> };

async function request({ portal }: Bench, key: string, { method, path, body }: Call) {
  const isFile = body instanceof Uint8Array;
  const response = await fetch(`${portal.url}${providerPath(path)}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': isFile ? 'application/octet-stream' : 'application/json' } : {}),
    },
    ...(body ? { body: isFile ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return text;
}

export type JobOrder = {
  company: SeededCompany;
  kind: 'customers' | 'invoices';
  path: string;
  /** Called about four times a second. A canceled job ends after its last batch. */
  onProgress?(job: Job, cancel: () => Promise<void>): Promise<void> | void;
};

export type JobResult = { job: Job; seconds: number; memory: TreeMemory };

export async function runImportJob(bench: Bench, order: JobOrder): Promise<JobResult> {
  const { company, kind, path: file, onProgress } = order;
  const key = await addKey(bench, company);
  const ask = async (method: string, path: string, body?: object) =>
    jobSchema.parse(
      JSON.parse(await request(bench, key, { method, path, ...(body ? { body } : {}) })),
    );
  const { id } = await ask('POST', '/import-jobs', { kind, fileName: `${kind}.csv` });
  const opened = await open(file);
  try {
    const part = new Uint8Array(IMPORT_PART_BYTES_MAX);
    for (let position = 1; ; position += 1) {
      const { bytesRead } = await opened.read(part, 0, part.length);
      if (bytesRead === 0) break;
      const path = `/import-jobs/${id}/parts/${position}`;
      await request(bench, key, { method: 'PUT', path, body: part.slice(0, bytesRead) });
    }
  } finally {
    await opened.close();
  }
  let job = await ask('POST', `/import-jobs/${id}/start`, {});
  const cancel = async () => {
    await ask('POST', `/import-jobs/${id}/cancel`);
  };
  const memory = { largestMb: 0, sumMb: 0 };
  while (!LAST_STATES.includes(job.state)) {
    await sleep(POLL_MS);
    const found = await findRssOfTree(bench.portal.pid);
    memory.largestMb = Math.max(memory.largestMb, found.largestMb);
    memory.sumMb = Math.max(memory.sumMb, found.sumMb);
    job = await ask('GET', `/import-jobs/${id}`);
    await onProgress?.(job, cancel);
  }
  if (job.state === 'FAILED') throw new Error(`the import of ${kind} failed`);
  const seconds = (Number(job.finishedAt) - Number(job.startedAt)) / 1000;
  return { job, seconds, memory };
}
