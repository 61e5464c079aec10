/**
 * Structured logs in which secrets, card numbers and the values of failed queries are redacted. Link tokens are
 * part of paths and headers, so requests are logged by their route's pattern, never by their URL.
 */
import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import { withoutCardNumbers } from './card-numbers.ts';
import { loggedError } from './log-error.ts';
import { type LogSink, openLogSink } from './log-sink.ts';
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

function toTrace(): { traceId?: string } {
  const span = currentSpan();
  return span ? { traceId: span.traceId } : {};
}

const CENSOR = '•••';

/** Query parameters in a message that another library composed from a query error. */
const PARAMETERS = /(\\nparams:)(?:[^"\\]|\\.)*/g;

/** Redacts the finished line, after every step that could have added personal data. */
function censored(line: string): string {
  return withoutCardNumbers(line.replace(PARAMETERS, `$1 ${CENSOR}`), CENSOR);
}

const STDOUT = 1;

export function openLog(level: string, role: string): { log: Logger; sink: LogSink } {
  const sink = openLogSink({
    descriptor: STDOUT,
    onRecovered: (lost) =>
      log.error({ event: 'log.lines_dropped', lost }, 'log lines could not be written'),
  });
  const log = createLog(level, sink, { role, pid: process.pid, host: hostname() });
  process.once('exit', () => sink.flushSync());
  return { log, sink };
}

export function createLog(
  level: string,
  destination: DestinationStream,
  base: Readonly<Record<string, string | number>> | null = null,
): Logger {
  const options = {
    level,
    base: base && { ...base },
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: toTrace,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
    hooks: { streamWrite: censored },
    redact: { paths: REDACTED_PATHS, censor: CENSOR },
  };
  return pino(options, destination);
}
