/** `quittance doctor` on a Citus cluster: examines each server, not only the coordinator. */
import type { ClusterServer, ServerFacts } from '../../platform/database/sharding/server-facts.ts';
import { type CheckResult, failure, ok, warning } from './check-result.ts';

const CONNECTIONS_USED_MAX = 0.9;
const LAG_SECONDS_MAX = 60;

const toMajor = ({ version }: ServerFacts) => version.split('.')[0];

const toNames = ({ extensions }: ServerFacts) =>
  Object.entries(extensions)
    .map(([name, version]) => `${name} ${version}`)
    .sort()
    .join(', ');

function findFailure(facts: ServerFacts, coordinator: ServerFacts): string | null {
  if (facts.isReadOnly) return 'It is read-only: a standby, or made read-only.';
  if (!facts.isDurable) return 'fsync or synchronous_commit is off: payments could be forgotten.';
  if (toMajor(facts) !== toMajor(coordinator))
    return `The coordinator has PostgreSQL ${toMajor(coordinator)}.`;
  if (toNames(facts) !== toNames(coordinator))
    return `The coordinator has ${toNames(coordinator)}.`;
  return null;
}

function findWarning({ connectionsOpen: open, connectionsMax: max, lagSeconds }: ServerFacts) {
  if (open > max * CONNECTIONS_USED_MAX) return 'Few connections are left.';
  if (lagSeconds !== null && lagSeconds > LAG_SECONDS_MAX) return 'Its standby falls behind.';
  return null;
}

export function describeServer(server: ClusterServer): string {
  if (server.facts === null) return server.reason;
  const { facts } = server;
  const lag = facts.lagSeconds === null ? '' : `, ${Math.round(facts.lagSeconds)} s behind`;
  return (
    `PostgreSQL ${facts.version} with ${toNames(facts)}; ${facts.databaseMb} MB; ` +
    `${facts.connectionsOpen} of ${facts.connectionsMax} connections; standbys: ${facts.standbys}${lag}`
  );
}

/** The first server is the coordinator. */
export function examineServers(servers: readonly ClusterServer[]): CheckResult[] {
  const coordinator = servers[0]?.facts;
  return servers.map((server) => {
    const check = `server ${server.server}`;
    const text = describeServer(server);
    if (!server.facts || !coordinator) return failure(check, text);
    const wrong = findFailure(server.facts, coordinator);
    if (wrong) return failure(check, `${text}. ${wrong}`);
    const risky = findWarning(server.facts);
    return risky ? warning(check, `${text}. ${risky}`) : ok(check, text);
  });
}
