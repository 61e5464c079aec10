/**
 * Formats errors for the log. A query error contains the values of its row, both in its message and in its fields,
 * so only the fields that name the code, the table and the constraint are kept.
 */

const KEPT = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;
const KEPT_ELSEWHERE = ['errno', 'syscall', 'status', 'statusCode'] as const;
const CAUSES_MAX = 5;

export type LoggedError = {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
} & Record<string, unknown>;

/** Drizzle appends the values to the statement, and Postgres quotes the value it could not parse. */
function withoutValues(message: string): string {
  return message.replace(/\n\s*params:[\s\S]*$/, '').replace(/: "[\s\S]*"/, '');
}

/** Returns only the frames, because the stack starts with the message. */
function toFrames({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const fields = [...KEPT, ...KEPT_ELSEWHERE].flatMap((name) => {
    // Safe because fields are only read by name, and a missing field is undefined.
    const value = (error as unknown as Record<string, unknown>)[name];
    return value === undefined || typeof value === 'object' ? [] : [[name, value] as const];
  });
  const { cause } = error;
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: toFrames(error),
    ...Object.fromEntries(fields),
    ...(cause !== undefined && depth < CAUSES_MAX ? { cause: loggedError(cause, depth + 1) } : {}),
  };
}
