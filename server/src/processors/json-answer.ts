/** Reads the JSON responses of processors without an SDK. */
import type { z } from 'zod';
import type { HttpAnswer } from '../platform/outbound/http-client.ts';

export type RefusalDetail = {
  type?: string | undefined;
  code?: string | undefined;
  message?: string | undefined;
};

/** The request was received and refused before anything was booked. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  readonly detail: RefusalDetail;

  constructor(status: number, detail: RefusalDetail) {
    super(detail.message ?? `HTTP ${status}`);
    this.status = status;
    this.detail = detail;
  }
}

/** Unauthenticated or throttled: the request was not processed, whatever the body contains. */
const NOT_PROCESSED: ReadonlySet<number> = new Set([401, 403, 429]);

export function isNotProcessed({ status }: Refused): boolean {
  return NOT_PROCESSED.has(status);
}

/** A response that proves neither that the request was executed nor that it was not. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `failureOf` decides what an error status proves about the request. */
export function readAnswer<Schema extends z.ZodType>(
  { status, body: text }: HttpAnswer,
  schema: Schema,
  failureOf: (status: number, body: unknown) => Refused | Unreadable,
): z.output<Schema> {
  const body = parseJson(text);
  if (status < 200 || status >= 300) {
    const failure = failureOf(status, body);
    // A gateway in front of the processor may respond in its own format.
    const isRefused = failure instanceof Refused || !NOT_PROCESSED.has(status);
    throw isRefused ? failure : new Refused(status, {});
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Unreadable('the answer has another shape');
  return parsed.data;
}
