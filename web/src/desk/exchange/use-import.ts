/** Uploads a file in parts, checks or imports it as a job, and follows the job until it ends. */
import { IMPORT_PART_BYTES_MAX } from '@quittance/contract/exchange/import-job-schemas';
import type { ImportKindName } from '@quittance/contract/exchange/import-schemas';
import { useRef, useState } from 'react';
import { useInterval } from '../../shared/hooks/use-interval.ts';
import type { AnswerOf, CallInput } from '../api/call-types.ts';
import { useClient } from '../api/client-context.ts';
import type { DeskClient } from '../api/desk-client.ts';
import { type Failure, hasCode } from '../api/failure.ts';
import { useRunAction } from '../api/use-action.ts';

export type ImportJob = AnswerOf<'getImport'>;
export type ImportSettings = CallInput<'startImport'>['body'];

type ChosenFile = { file: File; kind: ImportKindName };

/** A part that was refused or lost is sent again when the user tries again. */
type Upload = { id: string; sent: number; stop: AbortController };

const POLL_MS = 500;
/** A canceled import lists the rows that it leaves out a moment later. */
const POLLS_AFTER_CANCEL = 20;
const FILE_NAME_MAX = 200;

export type ImportRun = {
  job: ImportJob | null;
  /** Fraction of the file that is uploaded, while it is being uploaded. */
  uploaded: number | null;
  isBusy: boolean;
  failure: Failure | null;
  /** The file was moved, deleted or changed after it was chosen. */
  isUnreadable: boolean;
  start: (chosen: ChosenFile, settings: ImportSettings) => Promise<void>;
  cancel: () => Promise<void>;
  /** Shows an earlier import. */
  open: (job: ImportJob) => void;
  /** For another file. The uploaded one is deleted, unless it was imported. */
  reset: () => Promise<void>;
};

type Sending = { to: Upload; file: File; onProgress: (sent: number) => void };

async function sendParts(
  client: DeskClient,
  { to, file, onProgress }: Sending,
): Promise<Failure | null> {
  while (to.sent < file.size) {
    onProgress(to.sent / file.size);
    const part = file.slice(to.sent, to.sent + IMPORT_PART_BYTES_MAX);
    const body = new Uint8Array(await part.arrayBuffer());
    const position = String(to.sent / IMPORT_PART_BYTES_MAX + 1);
    const params = { importId: to.id, position };
    const { signal } = to.stop;
    const sent = await client.call('putImportPart', { params, body }, { signal });
    if (!sent.isOk) return sent.failure;
    to.sent += part.size;
  }
  return null;
}

export function useImport(): ImportRun {
  const client = useClient();
  const runAction = useRunAction();
  const [job, setJob] = useState<ImportJob | null>(null);
  const [uploaded, setUploaded] = useState<number | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [pollsLeft, setPollsLeft] = useState(0);
  const upload = useRef<Upload | null>(null);

  const isActive = job?.state === 'QUEUED' || job?.state === 'RUNNING';
  const isSettling = job?.state === 'CANCELED' && job.notWritten === 0 && pollsLeft > 0;
  const poll = async (importId: string): Promise<void> => {
    setPollsLeft((left) => left - 1);
    const result = await client.call('getImport', { params: { importId } });
    // Another file may have been chosen meanwhile.
    if (result.isOk) setJob((shown) => (shown?.id === importId ? result.answer : shown));
  };
  useInterval(() => void (job && poll(job.id)), isActive || isSettling ? POLL_MS : null);

  const begin = async ({ file, kind }: ChosenFile): Promise<Upload | null> => {
    const body = { kind, fileName: file.name.slice(0, FILE_NAME_MAX) };
    const created = await runAction('createImport', { body });
    if (created.isOk) return { id: created.answer.id, sent: 0, stop: new AbortController() };
    setFailure(created.failure);
    return null;
  };
  const discard = (importId: string) => runAction('cancelImport', { params: { importId } });

  const start: ImportRun['start'] = async (chosen, settings) => {
    setIsStarting(true);
    setFailure(null);
    setIsUnreadable(false);
    try {
      upload.current ??= await begin(chosen);
      const to = upload.current;
      if (!to) return;
      const { file } = chosen;
      const failed = await sendParts(client, { to, file, onProgress: setUploaded });
      if (failed) {
        setFailure(failed.kind === 'aborted' ? null : failed);
        return;
      }
      setUploaded(null);
      const params = { importId: to.id };
      const started = await runAction('startImport', { params, body: settings });
      if (started.isOk) setJob(started.answer);
      else setFailure(started.failure);
    } catch {
      setIsUnreadable(true);
    } finally {
      setUploaded(null);
      setIsStarting(false);
    }
  };
  const cancel = async (): Promise<void> => {
    if (!job) {
      const to = upload.current;
      upload.current = null;
      to?.stop.abort();
      if (to) await discard(to.id);
      return;
    }
    const canceled = await discard(job.id);
    if (canceled.isOk) {
      setPollsLeft(canceled.answer.isDryRun ? 0 : POLLS_AFTER_CANCEL);
      setJob(canceled.answer);
    } else if (!isActive || !hasCode(canceled.failure, 'IMPORT_NOT_WAITING')) {
      setFailure(canceled.failure);
    }
  };
  const reset = async (): Promise<void> => {
    const id = upload.current?.id;
    const isEnded = job?.id === id && (job?.state === 'DONE' || job?.state === 'CANCELED');
    upload.current = null;
    setJob(null);
    setFailure(null);
    setIsUnreadable(false);
    if (id !== undefined && !isEnded) await discard(id);
  };
  const isBusy = isStarting || isActive;
  return { job, uploaded, isBusy, failure, isUnreadable, start, cancel, open: setJob, reset };
}
