/** `quittance doctor`: examines each part of an installation independently and changes nothing. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@quittance/contract/language';
import { z } from 'zod';
import { isLiveAccount, readAccount, testAccount } from '../../companies/processor-settings.ts';
import { listChargingCompanies } from '../../companies/store.ts';
import { systemClock } from '../../kernel/clock.ts';
import { forEachAtMost } from '../../kernel/concurrency.ts';
import type { Config } from '../../kernel/config.ts';
import { WEB_FOLDER } from '../../kernel/folders.ts';
import { missingFromCatalog } from '../../platform/database/catalog.ts';
import type { Database } from '../../platform/database/database.ts';
import { pendingMigrations } from '../../platform/database/migrate.ts';
import {
  type PostgresFacts,
  readPostgresFacts,
  readWorkerFacts,
} from '../../platform/database/postgres-facts.ts';
import { readClusterServers } from '../../platform/database/sharding/server-facts.ts';
import { connectionsInAll } from '../../platform/observability/connections.ts';
import type { Sealer } from '../../platform/sealing/seal.ts';
import { findSealer } from '../../platform/sealing/sealing-key.ts';
import { openProcessors } from '../open-processors.ts';
import {
  companiesWithLiveKeys,
  connectionsProblem,
  poolerProblem,
  toReason,
  withDatabase,
} from './before-start.ts';
import { type CheckResult, failure, ok, warning } from './check-result.ts';
import { examineServers } from './examine-servers.ts';
import { mailServerProblem, portalProblem } from './reach.ts';
import { settingsProblems } from './settings.ts';

const NODE_OLDEST = { major: 20, minor: 19 };
const POSTGRES_VERSION = 18;
const POSTGRES_OLDEST = 15;
const SKEW_MS_MAX = 1000;
const SKEW_MS_LIMIT = 5000;
const MEGABYTE = 1024 * 1024;
const FREE_MB_MIN = 100;
const FREE_MB_WANTED = 1024;
/** The worker is active at least once a minute. */
const SILENT_SECONDS_MAX = 180;

export function examineNode(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const { major: oldest, minor: oldestMinor } = NODE_OLDEST;
  const isNew = major > oldest || (major === oldest && minor >= oldestMinor);
  const text = `Node ${version}`;
  return isNew
    ? ok('node', text)
    : failure('node', `${text}: ${oldest}.${oldestMinor} or newer is needed.`);
}

function settingsInOrder({ publicUrl, mailFrom, trustedProxies }: Config): Record<string, string> {
  return {
    sandbox: 'no sandbox',
    secrets: 'set, and no well-known ones',
    'public URL': publicUrl,
    mail: `from ${mailFrom}`,
    proxy: `trusted: ${trustedProxies.join(', ') || 'none'}`,
    webhooks: 'only https and public addresses',
  };
}

type How = { allowsHttp: boolean; webFolder?: string };

function examineSettings(config: Config, how: How): CheckResult[] {
  const problems = settingsProblems(config, how);
  const found = problems.map(({ check, message, isRefused }) =>
    isRefused ? failure(check, message) : warning(check, message),
  );
  const inOrder = Object.entries(settingsInOrder(config))
    .filter(([check]) => !problems.some((problem) => problem.check === check))
    .map(([check, message]) => ok(check, message));
  return [...inOrder, ...found];
}

function examineVersion({ version, encoding }: PostgresFacts): CheckResult {
  const text = `PostgreSQL ${version} answers`;
  if (encoding !== 'UTF8')
    return failure('database', `${text} with the encoding ${encoding}: create it with UTF8.`);
  if (version < POSTGRES_OLDEST)
    return failure('database', `${text}: ${POSTGRES_OLDEST} is needed.`);
  if (version === POSTGRES_VERSION) return ok('database', text);
  return warning('database', `${text}; the tests run on ${POSTGRES_VERSION}.`);
}

function examineWriting({ isReadOnly }: PostgresFacts): CheckResult {
  return isReadOnly
    ? failure('writing', 'The database is read-only: it is a standby, or was made read-only.')
    : ok('writing', 'the database can be written');
}

function examineClock({ aheadMs }: PostgresFacts): CheckResult {
  const apartMs = Math.round(Math.abs(aheadMs));
  const text = `${apartMs} ms between this machine and the database`;
  if (apartMs > SKEW_MS_LIMIT) return failure('clock', `${text}: set both by NTP.`);
  return apartMs > SKEW_MS_MAX ? warning('clock', text) : ok('clock', text);
}

function examineConnections(given: Config, facts: PostgresFacts): CheckResult {
  const config: Config = facts.isWorkerApart ? { ...given, role: 'web' } : given;
  const problem = connectionsProblem(config, facts);
  if (problem) return failure('connections', problem);
  const { connectionsMax: max, connectionsOpen: open } = facts;
  return ok('connections', `up to ${connectionsInAll(config)} of ${max}; ${open} are open now`);
}

async function examineCluster(database: Database): Promise<CheckResult[]> {
  return (await database.isDistributed())
    ? examineServers(await readClusterServers(database.pool))
    : [];
}

async function examineMigrations({ pool }: Database): Promise<CheckResult> {
  const pending = await pendingMigrations(pool);
  if (pending.length === 0) return ok('migrations', 'all applied');
  return failure('migrations', `${pending.length} are missing. Run: quittance migrate`);
}

const ACCOUNTS_AT_ONCE = 4;

/** Makes the checks that are also made when the settings of an account are saved. */
async function examineAccounts(
  database: Database,
  config: Config,
  sealer: Sealer,
): Promise<CheckResult[]> {
  const companies = await database.asSystem((tx) => listChargingCompanies(tx));
  const processors = await openProcessors(config, { database, clock: systemClock });
  const deps = { database, sealer, processors, clock: systemClock };
  const found: CheckResult[] = [];
  await forEachAtMost(ACCOUNTS_AT_ONCE, companies, async ({ companyId, domain }) => {
    const { account } = await readAccount(deps, companyId);
    const verification = await testAccount(deps, account);
    if (verification.kind === 'no_response') {
      const message = `${domain}: the processor does not respond: ${verification.message}`;
      found.push(failure('processor accounts', message));
    } else if (verification.kind === 'refused') {
      found.push(failure('processor accounts', `${domain}: ${verification.message}`));
    } else if (!isLiveAccount(account)) {
      found.push(warning('processor accounts', `${domain}: test keys, no real payments`));
    }
  });
  const count = companies.length - found.length;
  return [ok('processor accounts', `${count} live and accepted`), ...found];
}

/** Distribution over several servers replaces some constraints (ADR 0084). */
async function examineSchema(database: Database): Promise<CheckResult> {
  if (await database.isDistributed()) return ok('schema', 'distributed; not compared');
  const missing = await missingFromCatalog(database.pool);
  if (missing.length === 0) return ok('schema', 'complete');
  const [first, ...others] = missing;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return failure('schema', `Missing or without effect: ${first}${more}.`);
}

async function examineSecrets(
  database: Database,
  config: Config,
  { isEmbedded }: PostgresFacts,
): Promise<CheckResult[]> {
  const sealer = await findSealer(database, config);
  if (!sealer)
    return [warning('sealing key', 'Nothing is sealed yet: the first start decides the key.')];
  const live = await companiesWithLiveKeys(database, sealer);
  const opens = [
    ok('sealing key', 'opens what is stored'),
    ...(await attempt('processor accounts', () => examineAccounts(database, config, sealer))),
  ];
  if (live.length === 0) return [...opens, ok('processor keys', 'no live keys')];
  const text = `live: ${live.join(', ')}`;
  return [
    ...opens,
    isEmbedded
      ? failure('processor keys', `${text}; the embedded database takes no live payments.`)
      : ok('processor keys', text),
  ];
}

async function examineWorker({ pool }: Database): Promise<CheckResult> {
  const { isConnected, silentSeconds } = await readWorkerFacts(pool);
  if (!isConnected) return failure('worker', 'None runs: webhooks, mail and charges wait.');
  return silentSeconds > SILENT_SECONDS_MAX
    ? failure(
        'worker',
        `One is connected, and did nothing for ${Math.round(silentSeconds)} seconds.`,
      )
    : ok('worker', 'runs');
}

async function examinePooler(config: Config): Promise<CheckResult[]> {
  if (config.poolerUrl === null) return [];
  const problem = await poolerProblem(config);
  return [problem ? failure('pooler', problem) : ok('pooler', 'transactions use it')];
}

async function attempt(check: string, work: () => Promise<CheckResult[]>): Promise<CheckResult[]> {
  try {
    return await work();
  } catch (error) {
    return [failure(check, toReason(error))];
  }
}

function examineDatabase(config: Config): Promise<CheckResult[]> {
  return attempt('database', () =>
    withDatabase(config, async (database) => {
      const facts = await readPostgresFacts(database.pool, systemClock.now);
      const durable = facts.isDurable
        ? ok('durability', 'fsync and synchronous_commit are on')
        : failure('durability', 'fsync or synchronous_commit is off: payments could be forgotten.');
      return [
        examineVersion(facts),
        examineWriting(facts),
        durable,
        examineClock(facts),
        examineConnections(config, facts),
        ...(await attempt('servers', () => examineCluster(database))),
        ...(await attempt('migrations', async () => [await examineMigrations(database)])),
        ...(await attempt('schema', async () => [await examineSchema(database)])),
        ...(await attempt('sealing key', () => examineSecrets(database, config, facts))),
        ...(await attempt('worker', async () => [await examineWorker(database)])),
      ];
    }),
  );
}

/** The folder may not exist before the first start. */
function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function examineDisk({ dataDir }: Config): Promise<CheckResult> {
  const folder = nearestFolder(dataDir);
  // Rights alone do not tell: the file system may be read-only.
  await rm(await mkdtemp(join(folder, '.doctor-')), { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  const freeMb = Math.floor((bavail * bsize) / MEGABYTE);
  const text = `${freeMb} MB free for ${dataDir}`;
  if (freeMb < FREE_MB_MIN) return failure('disk', text);
  return freeMb < FREE_MB_WANTED ? warning('disk', text) : ok('disk', text);
}

const releaseSchema = z.object({ files: z.array(z.string()) });

/** Without the build, every page is a 404 while the API responds. */
async function examineWebBuild(folder: string): Promise<CheckResult> {
  const { files } = releaseSchema.parse(
    JSON.parse(await readFile(join(folder, 'release.json'), 'utf8')),
  );
  const documents = LANGUAGES.flatMap((language) =>
    ['index.html', 'portal.html'].map((name) =>
      language === DEFAULT_LANGUAGE ? name : `${language}/${name}`,
    ),
  );
  const wanted = ['desk.html', ...documents, ...files.map((name) => `assets/${name}`)];
  const missing = wanted.filter((name) => !existsSync(join(folder, name)));
  if (missing.length === 0) return ok('web build', `${wanted.length} files`);
  return failure('web build', `${missing.length} files are missing from ${folder}: ${missing[0]}`);
}

async function examineReach({ publicUrl, smtpUrl }: Config): Promise<CheckResult[]> {
  const portal = await portalProblem(publicUrl);
  const mail = smtpUrl ? await mailServerProblem(smtpUrl) : null;
  return [
    portal
      ? failure('reachable', `The portal does not answer at ${publicUrl}: ${portal}`)
      : ok('reachable', `the portal is ready at ${publicUrl}`),
    ...(mail ? [failure('mail server', `It does not answer: ${mail}`)] : []),
  ];
}

export async function examine(config: Config, how: How): Promise<CheckResult[]> {
  return [
    ...examineSettings(config, how),
    ...(await examineDatabase(config)),
    ...(await examinePooler(config)),
    ...(await attempt('disk', async () => [await examineDisk(config)])),
    ...(await attempt('web build', async () => [
      await examineWebBuild(how.webFolder ?? WEB_FOLDER),
    ])),
    ...(await examineReach(config)),
  ];
}
