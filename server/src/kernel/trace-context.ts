/**
 * Tracks the current span across awaits, independent of how spans are created and exported. Without tracing, there
 * is no span.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanAttributes = Readonly<Record<string, string | number>>;

export type SpanStart = {
  name: string;
  kind: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
};

export type OpenSpan = {
  traceId: string;
  isOpen(): boolean;
  child(start: SpanStart): OpenSpan;
  setAttributes(attributes: SpanAttributes): void;
  /** Records the error class, never its message, which may contain input. */
  fail(errorType: string): void;
  end(): void;
};

const spans = new AsyncLocalStorage<OpenSpan>();

/** Ignores a span that has ended: a pooled connection keeps the context of the request that opened it. */
export function currentSpan(): OpenSpan | null {
  const span = spans.getStore();
  return span?.isOpen() ? span : null;
}

export function runInSpan<Result>(span: OpenSpan, work: () => Result): Result {
  return spans.run(span, work);
}

export async function runSpan<Result>(
  span: OpenSpan,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await runInSpan(span, work);
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}
