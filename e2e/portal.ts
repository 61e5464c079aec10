/**
 * The product as a newcomer starts it: `scripts/start.mjs` on free ports with an empty data folder.
 * Links come from demo.json; what was charged is read from the sandbox's own books.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url));

export type PublicLink = { invoiceRef: string; status: string; amount: string; url: string };

type Demo = {
  portal: string;
  sandbox: string;
  companies: { domain: string; customers: { publicLinks: PublicLink[] }[] }[];
};

export type Charge = { amountCents: number; status: string; internalTransactionID: string };

type Fault = { processor?: string; operation: string; fault: string; delayMs?: number };

const PROCESSORS = { northwind: 'stripe', harbor: 'payengine', summit: 'fiserv' } as const;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** Resolves with the line that says so; rejects with everything printed when the start fails. */
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
 * The files of our own side that hold a text: the log, the database with its journal, everything but
 * the sandbox's, which is another company's.
 */
async function filesHolding(dataDir: string, text: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}sandbox`));
  const holding: string[] = [];
  for (const path of files) {
    // A file of the database may be gone by the time it is read.
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    if (content.includes(text)) holding.push(path.slice(dataDir.length));
  }
  return holding;
}

export async function startPortal(more: NodeJS.ProcessEnv = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-e2e-'));
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(process.execPath, [START], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      DATA_DIR: dataDir,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilReady(child);
  // because the portal itself wrote the file in this documented shape
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  const used = new Set<string>();
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const linksOf = (domain: string) =>
    demo.companies
      .filter((company) => company.domain === domain)
      .flatMap((company) => company.customers.flatMap((customer) => customer.publicLinks));
  return {
    url: demo.portal,
    sandbox,
    dataDir,
    linksOf,
    link(domain: string, invoiceRef: string): PublicLink {
      const link = linksOf(domain).find((candidate) => candidate.invoiceRef === invoiceRef);
      if (!link) throw new Error(`No link to ${invoiceRef} of ${domain}`);
      used.add(link.url);
      return link;
    },
    /** An open invoice of the company that no other test has used. */
    unpaid(domain: string): PublicLink {
      const open = ['DUE', 'IN_COLLECTION', 'DEFAULTED'];
      const link = linksOf(domain).find(
        (candidate) => open.includes(candidate.status) && !used.has(candidate.url),
      );
      if (!link) throw new Error(`No unpaid invoice of ${domain} is left`);
      used.add(link.url);
      return link;
    },
    filesHolding: (text: string) => filesHolding(dataDir, text),
    async fault(fault: Fault): Promise<void> {
      const answer = await fetch(`${sandbox}/_sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ processor: 'payengine', ...fault }),
      });
      if (!answer.ok) throw new Error(`The sandbox refused the fault: ${await answer.text()}`);
    },
    /** What the processor of a company has booked. */
    async charges(domain: keyof typeof PROCESSORS = 'harbor'): Promise<Charge[]> {
      const answer = await fetch(`${sandbox}/_sandbox/records?processor=${PROCESSORS[domain]}`);
      // because the sandbox documents this shape
      return ((await answer.json()) as { charges: Charge[] }).charges;
    },
    async stop(): Promise<void> {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Portal = Awaited<ReturnType<typeof startPortal>>;
