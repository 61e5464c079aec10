/**
 * Starts a portal as `npm start` does: `scripts/start.mjs` on free ports with an empty data folder. Public links
 * come from demo.json; charges are read from the sandbox's processor records.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@quittance/dev/free-port';
import { connectionString, insertInvoice } from './database.ts';
import { Mailbox } from './pages/mailbox.ts';

const START = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url));

type PublicLink = { invoiceRef: string; url: string };

type Demo = {
  desk: { url: string; code: string };
  companies: { domain: string; customers: { publicLinks: PublicLink[] }[] }[];
};

type Charge = {
  amountCents: number;
  refundedCents: number;
  status: string;
  internalTransactionID: string;
  transactionId: string;
};

type Fault = {
  processor?: string;
  operation: string;
  fault: string;
  delayMs?: number;
  times?: number;
};

const PROCESSORS = { northwind: 'stripe', harbor: 'payengine', summit: 'fiserv' } as const;

/** Owners of the invoices that tests create. No test depends on the contents of their lists. */
const INVOICE_OWNERS = {
  northwind: 'NWB-2214',
  harbor: 'HDG-10458',
  summit: 'SUM-730072',
} as const;

/** Higher than the demo's 20, because all tests of a worker share one IP address and one portal. */
const LIMITS_FACTOR = '200';

type Domain = keyof typeof PROCESSORS;

type NewInvoice = {
  customerRef?: string;
  totalCents?: number;
  dueInDays?: number;
  attachedLast4?: string;
};

function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        printed.push(line);
        if (line.startsWith('ready in')) resolve(line);
      });
    }
    child.once('exit', () => reject(new Error(`npm start ended:\n${printed.join('\n')}`)));
  });
}

/**
 * Returns, for each text, the portal's files that contain it: logs, database and write-ahead log. The sandbox's
 * files are excluded because they represent the processor's systems.
 */
async function filesContaining(
  dataDir: string,
  texts: readonly string[],
): Promise<Record<string, string[]>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}sandbox`));
  const matching = Object.fromEntries(texts.map((text): [string, string[]] => [text, []]));
  for (const path of files) {
    // Postgres may delete a file between the listing and the read.
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    for (const [text, paths] of Object.entries(matching)) {
      if (content.includes(text)) paths.push(path.slice(dataDir.length));
    }
  }
  return matching;
}

type Place = { dataDir: string; port: number; sandboxPort: number; playgroundPort: number };

async function spawnPortal(
  { dataDir, port, sandboxPort, playgroundPort }: Place,
  env: NodeJS.ProcessEnv,
) {
  const child = spawn(process.execPath, [START], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(await freePort()),
      PLAYGROUND_PORT: String(playgroundPort),
      DATA_DIR: dataDir,
      // Tests find their records in short lists.
      DEMO_HISTORY: 'false',
      LIMITS_FACTOR,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilReady(child);
  return child;
}

async function post(url: string, body: object, method = 'POST'): Promise<void> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} refused it: ${await response.text()}`);
}

function toControl(sandbox: string) {
  return (path: string, body: object) => post(`${sandbox}/_sandbox/${path}`, body);
}

const QUITTANCE = fileURLToPath(new URL('../bin/quittance.mjs', import.meta.url));

/** Without demo companies, there is only a link to create the first one. */
async function readDemo(dataDir: string): Promise<Demo> {
  const path = join(dataDir, 'demo.json');
  if (!existsSync(path)) return { desk: { url: '', code: '' }, companies: [] };
  // The cast is safe because the portal itself wrote the file in this documented shape.
  return JSON.parse(await readFile(path, 'utf8')) as Demo;
}

async function readCharges(sandbox: string, domain: Domain): Promise<Charge[]> {
  const response = await fetch(`${sandbox}/_sandbox/records?processor=${PROCESSORS[domain]}`);
  // The cast is safe because the sandbox documents this shape.
  return ((await response.json()) as { charges: Charge[] }).charges;
}

/** The processor's records also contain charges that did not succeed. */
async function countPaid(sandbox: string, domain: Domain): Promise<number> {
  const charges = await readCharges(sandbox, domain);
  return charges.filter(({ status }) => status === 'succeeded').length;
}

export async function startPortal(env: NodeJS.ProcessEnv = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-e2e-'));
  const port = await freePort();
  const sandboxPort = await freePort();
  const playgroundPort = await freePort();
  const child = await spawnPortal({ dataDir, port, sandboxPort, playgroundPort }, env);
  const url = `http://localhost:${port}`;
  const demo = await readDemo(dataDir);
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const control = toControl(sandbox);
  let createdCount = 0;
  return {
    url,
    desk: demo.desk,
    sandbox,
    playground: `http://127.0.0.1:${playgroundPort}`,
    dataDir,
    mailbox: new Mailbox(sandbox),
    setupLink: () => readFile(join(dataDir, 'setup-link'), 'utf8'),
    link(domain: Domain | 'showroom', invoiceRef: string): PublicLink {
      const link = demo.companies
        .filter((company) => company.domain === domain)
        .flatMap((company) => company.customers.flatMap((customer) => customer.publicLinks))
        .find((candidate) => candidate.invoiceRef === invoiceRef);
      if (!link) throw new Error(`No link to ${invoiceRef} of ${domain}`);
      return link;
    },
    async unpaid(domain: Domain, invoice: NewInvoice = {}): Promise<PublicLink> {
      createdCount += 1;
      const invoiceRef = `E2E-${createdCount}`;
      const token = await insertInvoice(dataDir, {
        customerRef: INVOICE_OWNERS[domain],
        totalCents: 150_000,
        dueInDays: 16,
        attachedLast4: null,
        ...invoice,
        invoiceRef,
      });
      return { invoiceRef, url: `${url}/${domain}/pay/${token}` };
    },
    filesContaining: (texts: readonly string[]) => filesContaining(dataDir, texts),
    control: (method: 'POST' | 'PATCH', path: string, body: object) =>
      post(`${sandbox}/_sandbox/${path}`, body, method),
    /** Runs an operator's command. */
    async quittance(...words: string[]): Promise<void> {
      const env = {
        ...process.env,
        DATABASE_URL: await connectionString(dataDir),
        DATA_DIR: dataDir,
        PUBLIC_URL: url,
        SANDBOX_URL: sandbox,
      };
      await promisify(execFile)(process.execPath, [QUITTANCE, ...words], { env });
    },
    fault: (fault: Fault) => control('faults', { processor: 'payengine', ...fault }),
    async travel(to: 'next' | 'day'): Promise<void> {
      await post(`http://127.0.0.1:${playgroundPort}/travel`, { to });
    },
    async returnNewestDebit(code: string): Promise<void> {
      const charge = (await this.charges()).at(-1);
      await control('return', { transactionId: charge?.transactionId, code });
    },
    async registerFiserv(settings: { neededIds: readonly string[] }): Promise<void> {
      const merchant = {
        merchantId: '100008000003683',
        terminalId: '10000001',
        apiKey: 'api_key_sandbox_summit',
        secret: 'hmac_secret_sandbox_summit',
      };
      await control('fiserv/merchants', { ...merchant, ...settings });
    },
    charges: (domain: Domain = 'harbor') => readCharges(sandbox, domain),
    countPaid: (domain: Domain = 'harbor') => countPaid(sandbox, domain),
    async stop(): Promise<void> {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Portal = Awaited<ReturnType<typeof startPortal>>;
