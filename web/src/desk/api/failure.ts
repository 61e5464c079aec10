/** How a call of the console can fail. Every failure can be said in a sentence. */
import { failureTexts } from '../texts/failures.ts';

export type FieldProblem = { field: string; message: string };

export type Failure =
  | {
      kind: 'problem';
      status: number;
      /** Written by our server; a proxy's error page is not. */
      isDocument: boolean;
      code: string;
      /** A sentence of the server, for a person. */
      detail: string;
      fields: readonly FieldProblem[];
    }
  /** Nothing is known of what became of the call. */
  | { kind: 'network' }
  | { kind: 'aborted' };

export type Result<Answer> = { isOk: true; answer: Answer } | { isOk: false; failure: Failure };

function isFieldProblem(value: unknown): value is FieldProblem {
  return typeof value === 'object' && value !== null && 'field' in value && 'message' in value;
}

/** Of an answer that is no success. A proxy's error page is no problem document: only its status is known. */
export function problemOf(status: number, body: unknown): Failure {
  const known = typeof body === 'object' && body !== null ? body : {};
  const isDocument = 'code' in known && typeof known.code === 'string';
  const code = isDocument ? String(known.code) : 'UNEXPECTED';
  const detail =
    'detail' in known && typeof known.detail === 'string' ? known.detail : failureTexts.unexpected;
  const fields = 'fields' in known && Array.isArray(known.fields) ? known.fields : [];
  return {
    kind: 'problem',
    status,
    isDocument,
    code,
    detail,
    fields: fields.filter(isFieldProblem),
  };
}

export function sentenceOf(failure: Failure): string {
  if (failure.kind === 'problem' && failure.code === 'DEMO_MODE') return failureTexts.demo;
  return failure.kind === 'problem' ? failure.detail : failureTexts.network;
}

/** Nothing is known of what became of the call: no answer, or one of a proxy. */
export function isUnanswered(failure: Failure): boolean {
  return failure.kind === 'network' || (failure.kind === 'problem' && !failure.isDocument);
}

export function hasCode(failure: Failure, code: string): boolean {
  return failure.kind === 'problem' && failure.code === code;
}

/** The complaint about a field of a form; the server names it as it is in the body: `lines.0.text`. */
export function fieldErrorOf(failure: Failure | null, field: string): string | undefined {
  if (failure?.kind !== 'problem') return undefined;
  return failure.fields.find((problem) => problem.field === field)?.message;
}
