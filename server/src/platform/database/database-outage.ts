/**
 * Checks whether an error means that the database is unavailable although the request may be fine: it is down,
 * starting, in recovery, out of connections or space, too slow, or refused one of several transactions that met. Such
 * a request is worth retrying.
 */

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * SQLSTATE codes: connection exceptions, insufficient resources, operator intervention (shutdown, recovery, a
 * canceled statement), a lock that was not available, and a read-only database.
 */
const SQL_STATE = /^(?:08|53|57)[0-9A-Z]{3}$|^55P03$|^25006$/;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** The driver reports these without a code. */
const DRIVER_MESSAGE =
  /^timeout exceeded when trying to connect|^Connection terminated|^Client has encountered a connection error|^Query read timeout|^Cannot use a pool after calling end/;

/** Citus reports without a code of its own that a server died during a commit. The outcome is not known. */
const LOST_COMMIT = /^could not commit transaction for shard/;

function isOutage(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  const isKnownText = DRIVER_MESSAGE.test(error.message) || LOST_COMMIT.test(error.message);
  return NETWORK_CODES.has(code) || SQL_STATE.test(code) || isKnownText;
}

/** Postgres has rolled one of several transactions back so that the others go on. It succeeds if it is repeated. */
export function isConflict(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (
    cause instanceof Error &&
    'code' in cause &&
    (cause.code === DEADLOCK || cause.code === SERIALIZATION_FAILURE)
  );
}

/** Query errors are wrapped, and failed connections to several addresses are collected in one error. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseOutage)) return true;
  return isOutage(error) || isConflict(error) || isDatabaseOutage(error.cause);
}
