/** The possible failures of a console call. Every failure can be described in a sentence. */
import type { Failure as AnyFailure, Result as AnyResult } from '../../shared/api/http.ts';
import { failureTexts } from '../texts/failures.ts';

type FieldProblem = { field: string; message: string };

export type Problem = {
  /** Written by our server, unlike a proxy's error page. */
  isDocument: boolean;
  code: string;
  detail: string;
  fields: readonly FieldProblem[];
};

export type Failure = AnyFailure<Problem>;
export type Result<Answer> = AnyResult<Answer, Problem>;

function isFieldProblem(value: unknown): value is FieldProblem {
  return typeof value === 'object' && value !== null && 'field' in value && 'message' in value;
}

/** A proxy's error page is not a problem document: only its status is known. */
export function readProblem(body: unknown): Problem {
  const known = typeof body === 'object' && body !== null ? body : {};
  const isDocument = 'code' in known && typeof known.code === 'string';
  const detail =
    'detail' in known && typeof known.detail === 'string' ? known.detail : failureTexts.unexpected;
  const fields = 'fields' in known && Array.isArray(known.fields) ? known.fields : [];
  return {
    isDocument,
    code: isDocument ? String(known.code) : 'UNEXPECTED',
    detail,
    fields: fields.filter(isFieldProblem),
  };
}

export function toSentence(failure: Failure): string {
  if (hasCode(failure, 'DEMO_MODE')) return failureTexts.demo;
  if (hasCode(failure, 'OBJECT_CHANGED')) return failureTexts.changed;
  return failure.kind === 'http' ? failure.error.detail : failureTexts.network;
}

/** The outcome of the call is unknown: there was no response, or a proxy responded. */
export function isUnanswered(failure: Failure): boolean {
  return failure.kind === 'network' || (failure.kind === 'http' && !failure.error.isDocument);
}

/** Describes the failure of a call that changes data: without a response, it may have taken effect. */
export function toActionSentence(failure: Failure): string {
  return isUnanswered(failure) ? failureTexts.unknown : toSentence(failure);
}

export function hasCode(failure: Failure, code: string): boolean {
  return failure.kind === 'http' && failure.error.code === code;
}

/** Returns the error of a form field. The server names the field by its path in the body: `lines.0.text`. */
export function toFieldError(failure: Failure | null, field: string): string | undefined {
  if (failure?.kind !== 'http') return undefined;
  return failure.error.fields.find((problem) => problem.field === field)?.message;
}
