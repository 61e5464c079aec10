// `npm run bench`: throughput of the portal as a ratio to a plain HTTP server that sends the same bytes in the
// same run. Absolute numbers are valid for one machine only.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensure } from './ensure.mjs';
import { startProgram } from './program.mjs';
import { main, StepFailed, step } from './step.mjs';
import { LOADER } from './typescript-loader.mjs';

const CONNECTIONS = 16;
const WARM_UP_MS = 1_000;
const MEASURE_MS = 5_000;
const READY_MS_MAX = 120_000;
const STOP_MS = 30_000;

await main(async () => {
  const options = { scale: { type: 'string' }, trial: { type: 'boolean', default: false } };
  const { values } = parseArgs({ options });
  if (values.scale !== undefined || values.trial) return scale(values);
  await ensure();
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-bench-'));
  const programs = [];
  try {
    const url = await step('starting', () => startPortal(dataDir, programs));
    await compare(url, dataDir);
  } finally {
    for (const program of programs.reverse()) await program.stop(STOP_MS);
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** `--scale 1000000`: the nightly jobs with this many invoices and attempts. */
async function scale({ scale: count, trial }) {
  if (!trial) await ensure({ build: false });
  register(LOADER);
  const { measureScale, runTrial } = await import('../server/test/scale/measure.ts');
  if (trial) return runTrial();
  if (!(await measureScale(Number(count)))) throw new StepFailed('Above 10 minutes or 500 MB.');
}

async function compare(url, dataDir) {
  const address = await publicInvoiceAddress(url, dataDir);
  const body = Buffer.from(await (await fetch(address)).arrayBuffer());
  const bare = await listen((_request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8').end(body);
  });
  const rows = [
    ['a plain server, the same bytes', bare.url],
    ['health: framework and no work', `${url}/api/health`],
    ['a public invoice: link, row-level security, serializer', address],
  ];
  const bareRate = await step(rows[0][0], () => rateOf(bare.url));
  console.log(`  ${Math.round(bareRate)} requests/s = 1.00`);
  for (const [label, target] of rows.slice(1)) {
    const rate = await step(label, () => rateOf(target));
    console.log(`  ${Math.round(rate)} requests/s = ${(rate / bareRate).toFixed(2)}`);
  }
  await bare.close();
}

/** Requests per second over a few warm connections; anything but a 200 ends the run. */
async function rateOf(target) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await hammer(target, agent, WARM_UP_MS);
  const began = performance.now();
  const count = await hammer(target, agent, MEASURE_MS);
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  return count / seconds;
}

async function hammer(target, agent, ms) {
  const endMs = performance.now() + ms;
  let count = 0;
  const one = async () => {
    while (performance.now() < endMs) {
      await ask(target, agent);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return count;
}

function ask(target, agent) {
  return new Promise((done, failed) => {
    get(target, { agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) done();
        else failed(new StepFailed(`${target} answered ${response.statusCode}`));
      });
    }).once('error', failed);
  });
}

async function listen(handler) {
  const server = createServer(handler);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${server.address().port}/`;
  return { url, close: () => new Promise((done) => server.close(done)) };
}

async function freePort() {
  const { url, close } = await listen(() => {});
  await close();
  return Number(new URL(url).port);
}

async function startPortal(dataDir, programs) {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const log = (name) => join(dataDir, `${name}.log`);
  programs.push(
    startProgram({
      name: 'sandbox',
      file: 'sandbox/dist/main.js',
      logPath: log('sandbox'),
      env: { SANDBOX_PORT: sandboxPort },
    }),
    startProgram({
      name: 'server',
      file: 'dev/dist/main.js',
      logPath: log('server'),
      env: {
        PORT: port,
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        SANDBOX_URL: sandboxUrl,
        SEED_DEMO: 'true',
        LIMITS_FACTOR: '1000',
        LOG_LEVEL: 'error',
      },
    }),
  );
  await ready(`${url}/api/ready`);
  return url;
}

async function ready(address) {
  const deadlineMs = performance.now() + READY_MS_MAX;
  while (performance.now() < deadlineMs) {
    const answer = await fetch(address).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new StepFailed('The portal did not become ready.');
}

async function publicInvoiceAddress(url, dataDir) {
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const [link] = demo.companies.flatMap(({ customers }) =>
    customers.flatMap(({ publicLinks }) => publicLinks),
  );
  const [, company, , token] = new URL(link.url).pathname.split('/');
  return `${url}/api/portal/public/account/${company}/${token}`;
}
