/**
 * Which span the work at hand belongs to, wherever it awaits. Knows nothing of who makes spans or where
 * they go: without tracing there never is one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanAttributes = Readonly<Record<string, string | number>>;

export type SpanStart = {
  name: string;
  /** Who asked for the work: somebody outside, we somebody outside, or we ourselves. */
  kind: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
};

export type OpenSpan = {
  traceId: string;
  isOpen(): boolean;
  child(start: SpanStart): OpenSpan;
  tell(attributes: SpanAttributes): void;
  /** The class of what went wrong; never its message, which may quote anything. */
  fail(errorType: string): void;
  end(): void;
};

const spans = new AsyncLocalStorage<OpenSpan>();

/** A pooled connection remembers the request that opened it: a span that has ended is nobody's. */
export function currentSpan(): OpenSpan | null {
  const span = spans.getStore();
  return span?.isOpen() ? span : null;
}

export function runInSpan<Result>(span: OpenSpan, work: () => Result): Result {
  return spans.run(span, work);
}

/** Runs all of a span: ended whatever happens, and failed when the work throws. */
export async function duringSpan<Result>(
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
