/**
 * Draws documents in a child process with limits of time and memory (ADR 0115): a long one takes seconds. What was drawn
 * is kept by what it shows, so it is never older than its data.
 */
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { AppError } from '../../kernel/errors.ts';
import { keepRecent } from '../../kernel/keep-recent.ts';
import { keyOfTexts } from '../../texts/catalogs.ts';
import type { DocumentTexts } from '../../texts/en/server-texts.ts';
import { createSlots } from '../files/slots.ts';
import type { SendLater } from '../http/send-file.ts';
import { ChildStopped, stayingChild } from '../process/run-in-child.ts';

export type DocumentKind = 'invoice' | 'receipt' | 'receipts' | 'statement' | 'history';
type Drawable = { texts: DocumentTexts; drawnAt: string };

/** The child finds the texts by their key, because their functions cannot be sent. */
export type DrawOrder = { kind: DocumentKind; textsKey: string; document: object };

const perform = stayingChild({ timeoutMs: 30_000, memoryMb: 640, idleMs: 60_000 });
/** A request that waits for a drawing holds the slot of a read, so most of those stay free. */
const slots = createSlots({ perHolder: 8, inAll: 12, retryAfterMs: 4000 });
const KEPT_MAX = 64;
const KEPT_BYTES_MAX = 200_000;
const kept = keepRecent<Buffer<ArrayBuffer>>(KEPT_MAX);
const drawing = new Map<string, Promise<Buffer<ArrayBuffer>>>();

async function draw(order: DrawOrder): Promise<Buffer<ArrayBuffer>> {
  try {
    return Buffer.from(await perform<DrawOrder, Uint8Array>('drawDocument', order));
  } catch (error) {
    if (error instanceof ChildStopped) throw new AppError('TOO_BUSY', { retryAfterMs: 5000 });
    throw error;
  }
}

export async function drawDocument<Document extends Drawable>(
  companyId: string,
  kind: DocumentKind,
  { texts, ...document }: Document,
): Promise<Buffer<ArrayBuffer>> {
  const order = { kind, textsKey: keyOfTexts(texts), document };
  // The time of drawing changes nothing that can be read.
  const content = serialize({ ...order, document: { ...document, drawnAt: '' } });
  const key = createHash('sha256').update(content).digest('base64url');
  const known = kept.find(key) ?? drawing.get(key);
  if (known) return known;
  const release = slots.take(companyId);
  const drawn = draw(order).finally(() => {
    release();
    drawing.delete(key);
  });
  drawing.set(key, drawn);
  const bytes = await drawn;
  return bytes.length > KEPT_BYTES_MAX ? bytes : kept.keep(key, bytes);
}

/** For a handler that has read the document: it is drawn after the transaction. */
export const sendDrawn =
  (companyId: string, kind: DocumentKind, document: Drawable): SendLater =>
  async ({ reply }) =>
    reply.type('application/pdf').send(await drawDocument(companyId, kind, document));
