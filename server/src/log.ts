/**
 * Structured logs with secrets redacted. Link tokens are part of paths and headers, so requests are logged by
 * their route's pattern, never by their URL.
 */
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentSpan } from './trace-context.ts';

const REDACTED_PATHS = [
  'token',
  'password',
  'secret',
  'authorization',
  'cookie',
  '*.token',
  '*.password',
  '*.secret',
  '*.authorization',
  '*.cookie',
  'req.headers',
  'body',
  '*.body',
  'err.config',
];

/** Adds the trace id to lines written during a traced request or job. */
function traceOf(): { traceId?: string } {
  const span = currentSpan();
  return span ? { traceId: span.traceId } : {};
}

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    mixin: traceOf,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED_PATHS, censor: '•••' },
  };
  return destination ? pino(options, destination) : pino(options);
}
