/**
 * The operator's command line: `node server/dist/operate.js links list harbor`. Works on the database
 * of DATABASE_URL, or on the embedded one of a running portal. Secrets are read from standard input,
 * because command lines show up in process lists.
 */

import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { systemClock } from '../clock.ts';
import { DEFAULT_CONCURRENCY } from '../concurrency.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { systemEntropy } from '../entropy.ts';
import { createBatchedCounters } from '../limits/batched-counters.ts';
import { raisedLimits } from '../limits/limit-config.ts';
import { alarmsOf, readOpsMetrics } from '../operations/ops-metrics.ts';
import { createHttpClient } from '../processors/http.ts';
import { createProcessors } from '../processors/registry.ts';
import { uncachedCompanies } from '../storage/billing/company-cache.ts';
import { openDatabase } from '../storage/database.ts';
import { openSealerOf } from '../storage/sealing-key.ts';
import {
  createLink,
  endSessionsOf,
  listBlocks,
  listLinks,
  listOpenSessions,
  type OperatorDeps,
  OrderRefused,
  replaceSecret,
  revokeLink,
  SECRET_NAMES,
  unlockLink,
} from './operator-access.ts';
import { setLogo, setSupport } from './operator-company.ts';
import { offerNegotiation, recordCash, reopenInvoice, reverseCash } from './operator-invoices.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './operator-keys.ts';

const USAGE = `links create <company> <invoice reference>     prints a new public link
links list <company>
links revoke <company> <link id>
links unlock <company> <link id>                after too many refused payments
blocks list                                     who asks too often, and until when
sessions list <company>
sessions revoke <company> <customer reference>  signs them out everywhere
keys create <company> <name> read,write,money   prints a new API key, once
keys list <company>
keys revoke <company> <key id>
secrets set <company> processor-key|webhook-secret   reads the secret from standard input
payments cash <company> <invoice reference> <amount> <receipt number>   records cash that was taken: 60.00
payments reverse <company> <payment id>         cash that was not there, or went back
invoices reopen <company> <invoice reference>   what was refunded is owed again
negotiations offer <company> <invoice reference> <amount>  this much settles the invoice
company logo <company> <file or https address>   shown on pages, receipts and mails
company support <company> <email> [phone]        whom payers ask: +12075550142
status                                         figures and alarms; fails while there is an alarm`;

type Row = Record<string, string | null>;

/** Aligned columns below their names. */
function table(rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return 'none';
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function setSecret(deps: OperatorDeps, company: string, given: string): Promise<string> {
  const name = SECRET_NAMES.find((known) => known === given);
  if (!name) throw new OrderRefused(`The secrets are ${SECRET_NAMES.join(' and ')}.`);
  const value = (await text(process.stdin)).trim();
  if (value === '') throw new OrderRefused('No secret came by standard input.');
  await replaceSecret(deps, company, { name, value });
  return 'replaced';
}

async function blocks(deps: OperatorDeps): Promise<Row[]> {
  const rows = await listBlocks(deps);
  return rows.map(({ key, count, resetsAt }) => ({ key, count: String(count), until: resetsAt }));
}

/** For a cron job or a person: the metrics and the active alarms. */
async function status(deps: OperatorDeps): Promise<string> {
  const figures = await readOpsMetrics(deps);
  const alarms = alarmsOf(figures);
  if (alarms.length > 0) process.exitCode = 1;
  const rows = figures.map(({ name, labels, value }) => ({
    figure: name,
    of: Object.values(labels).join(' '),
    value: String(Math.round(value)),
  }));
  const said = alarms.map(({ name, message }) => `ALARM ${name}: ${message}`);
  return [table(rows), '', ...(said.length > 0 ? said : ['no alarms'])].join('\n');
}

async function execute(deps: Deps, words: readonly string[]): Promise<string> {
  const [thing, verb, company, what, amount = '', receipt = ''] = words;
  if (thing === 'status') return status(deps);
  if (thing === 'blocks' && verb === 'list') return table(await blocks(deps));
  if (company === undefined) throw new OrderRefused(USAGE);
  const order = `${thing} ${verb}`;
  if (order === 'links list') return table(await listLinks(deps, company));
  if (order === 'keys list') return table(await listApiKeys(deps, company));
  if (order === 'sessions list') return table(await listOpenSessions(deps, company));
  if (what === undefined) throw new OrderRefused(USAGE);
  switch (order) {
    case 'links create':
      return createLink(deps, company, what);
    case 'links revoke':
      await revokeLink(deps, company, what);
      return 'revoked';
    case 'links unlock':
      await unlockLink(deps, company, what);
      return 'unlocked';
    case 'sessions revoke':
      return `ended: ${await endSessionsOf(deps, company, what)}`;
    case 'keys create':
      return createApiKey(deps, company, { name: what, scopes: amount });
    case 'keys revoke':
      return revokeApiKey(deps, company, what);
    case 'payments cash':
      return recordCash(deps, { domain: company, invoiceRef: what, amount, receipt });
    case 'payments reverse':
      return reverseCash(deps, { domain: company, paymentId: what });
    case 'invoices reopen':
      return reopenInvoice(deps, { domain: company, invoiceRef: what });
    case 'negotiations offer':
      return offerNegotiation(deps, { domain: company, invoiceRef: what, amount });
    case 'company logo':
      return setLogo(deps, company, what);
    case 'company support':
      return setSupport(deps, company, { email: what, phone: amount });
    case 'secrets set':
      return setSecret(deps, company, what);
    default:
      throw new OrderRefused(USAGE);
  }
}

async function run(config: Config): Promise<void> {
  const database = openDatabase({
    url: config.databaseUrl,
    connectionsMax: 2,
    onIdleError: () => undefined,
  });
  const http = createHttpClient();
  try {
    const deps: Deps = {
      database,
      clock: systemClock,
      entropy: systemEntropy,
      sealer: await openSealerOf({ database, clock: systemClock }, config),
      publicUrl: config.publicUrl,
      limits: raisedLimits(config.limitsFactor),
      companies: uncachedCompanies(database),
      batchedCounters: createBatchedCounters({ database, clock: systemClock }),
      concurrency: DEFAULT_CONCURRENCY,
      processors: createProcessors({
        http,
        clock: systemClock,
        baseUrls: config.processorUrls,
        acceptsLiveKeys: config.acceptsLiveKeys,
      }),
      log: pino({ level: 'silent' }),
    };
    process.stdout.write(`${await execute(deps, process.argv.slice(2))}\n`);
  } finally {
    await http.close();
    await database.close();
  }
}

/** Executes the command line, prints the result and sets the exit code. */
export function runOperator(readConfig: () => Config): void {
  const started = async () => run(readConfig());
  started().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
