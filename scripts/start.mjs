// `npm start`: builds everything that is stale, runs the sandbox and the development server (with its own Postgres
// unless DATABASE_URL is set) in one terminal, prints the links, and stops them in order on Ctrl-C.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensure } from './ensure.mjs';
import { formatLinks } from './links.mjs';
import { startProgram } from './program.mjs';
import { duration, main, ROOT, StepFailed, step } from './step.mjs';

const READY_MS_MAX = 120_000;
const POLL_MS = 20;
/** The server finishes payments in progress, and a processor may respond slowly. */
const SERVER_STOP_MS = 60_000;
const SANDBOX_STOP_MS = 5_000;
/** By default, the sandbox is on port 4010 and its mail server on 4025. */
const SMTP_PORT_DISTANCE = 15;
const PLAYGROUND_PORT_DISTANCE = 20;

const SUBSCRIBERS = [
  { processor: 'payengine', path: 'merchants/mer_sandbox_harbor', company: 'harbor' },
  { processor: 'stripe', path: 'accounts/acct_sandbox_northwind', company: 'northwind' },
];

const stopRequested = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve('stop'));
});

await main(async () => {
  const settings = readSettings();
  await checkPorts(settings);
  await ensure();
  return run(settings);
});
// A readiness request may still be pending and would keep the process alive.
process.exit();

async function run(settings) {
  const { sandbox, server } = startPrograms(settings);
  const died = Promise.race([sandbox, server].map(watch));
  let code = 0;
  try {
    const event = await Promise.race([stopRequested, died, becomeReady(settings)]);
    if (event === 'ready') {
      console.log(`\n${describe(settings)}\n`);
      console.log(`ready in ${duration(performance.now())} · Ctrl-C stops`);
      await Promise.race([stopRequested, died]);
    }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    code = 1;
  }
  await stopInOrder(server, sandbox);
  return code;
}

/** The server stops first, while the processors still respond. */
async function stopInOrder(server, sandbox) {
  setTimeout(killOnSecondSignal, 1_000, [server, sandbox]).unref();
  await step('stopping', async () => {
    await server.stop(SERVER_STOP_MS);
    await sandbox.stop(SANDBOX_STOP_MS);
  });
}

/** The handler is delayed because npm forwards the Ctrl-C that the terminal has already sent. */
function killOnSecondSignal(programs) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      for (const program of programs) program.kill();
    });
  }
}

function readSettings() {
  const port = readPort('PORT', 3000);
  const sandboxPort = readPort('SANDBOX_PORT', 4010);
  const smtpPort = readPort('SANDBOX_SMTP_PORT', sandboxPort + SMTP_PORT_DISTANCE);
  const playgroundPort = readPort('PLAYGROUND_PORT', sandboxPort + PLAYGROUND_PORT_DISTANCE);
  const ports = {
    PORT: port,
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: smtpPort,
    PLAYGROUND_PORT: playgroundPort,
  };
  checkApart(ports);
  return {
    port,
    sandboxPort,
    smtpPort,
    playgroundPort,
    ports,
    dataDir: resolve(ROOT, process.env.DATA_DIR || '.data'),
  };
}

function checkApart(ports) {
  const names = Object.keys(ports);
  for (const [index, name] of names.entries()) {
    const same = names.slice(index + 1).find((other) => ports[other] === ports[name]);
    if (same) throw new StepFailed(`${name} and ${same} are both ${ports[name]}.`);
  }
}

function readPort(name, fallback) {
  const text = process.env[name] || String(fallback);
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new StepFailed(`${name} is ${text}, which is not a port: use a number from 1 to 65535.`);
}

async function checkPorts({ ports }) {
  for (const [name, number] of Object.entries(ports)) {
    for (const host of ['127.0.0.1', undefined]) await checkPort(name, number, host);
  }
}

/** Binding the port is the only reliable check. Without a host, it also detects wildcard listeners. */
async function checkPort(name, port, host) {
  const server = createServer();
  try {
    await new Promise((done, failed) => {
      server.once('error', failed).listen({ port, host, exclusive: true }, done);
    });
  } catch (error) {
    const reason = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code})`;
    throw new StepFailed(`Port ${port} ${reason}: set ${name} to another one.`);
  } finally {
    await new Promise((done) => server.close(done));
  }
}

function startPrograms({ port, sandboxPort, smtpPort, playgroundPort, dataDir }) {
  // The portal takes longest.
  const server = startProgram({
    name: 'server',
    file: 'dev/dist/bundle/main.js',
    logPath: join(dataDir, 'logs', 'server.log'),
    env: {
      PORT: port,
      DATA_DIR: dataDir,
      SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
      PLAYGROUND_PORT: playgroundPort,
      SMTP_URL: process.env.SMTP_URL || `smtp://127.0.0.1:${smtpPort}`,
      SEED_DEMO: process.env.SEED_DEMO || 'true',
      DEMO_HISTORY: process.env.DEMO_HISTORY || 'true',
      // A developer tries everything from one client IP, including declined cards.
      LIMITS_FACTOR: process.env.LIMITS_FACTOR || '20',
    },
  });
  const sandbox = startProgram({
    name: 'sandbox',
    file: 'sandbox/dist/bundle/main.js',
    logPath: join(dataDir, 'logs', 'sandbox.log'),
    env: {
      SANDBOX_PORT: sandboxPort,
      SANDBOX_SMTP_PORT: smtpPort,
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    },
  });
  return { sandbox, server };
}

async function watch(program) {
  const code = await Promise.race([program.exited, stopRequested]);
  if (code === 'stop') return code;
  throw new StepFailed(
    `The ${program.name} ended (${code}): ${program.lastLine()}\nIts log is ${program.logPath}`,
  );
}

async function becomeReady({ port, sandboxPort, playgroundPort }) {
  await answers(`http://127.0.0.1:${sandboxPort}/`);
  await subscribe({ port, sandboxPort });
  await answers(`http://127.0.0.1:${port}/api/ready`);
  await answers(`http://127.0.0.1:${playgroundPort}/`);
  return 'ready';
}

async function subscribe({ port, sandboxPort }) {
  for (const { processor, path, company } of SUBSCRIBERS) {
    const webhookUrl = `http://127.0.0.1:${port}/api/webhooks/${processor}/${company}`;
    const answer = await fetch(`http://127.0.0.1:${sandboxPort}/_sandbox/${processor}/${path}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ webhookUrl }),
    });
    if (!answer.ok) throw new StepFailed(`The sandbox refused a webhook: ${await answer.text()}`);
  }
}

async function answers(url) {
  const deadlineMs = performance.now() + READY_MS_MAX;
  while (performance.now() < deadlineMs) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(POLL_MS);
  }
  throw new StepFailed(`${url} did not answer within ${duration(READY_MS_MAX)}.`);
}

function describe({ port, sandboxPort, playgroundPort, dataDir }) {
  return formatLinks({
    portal: `http://localhost:${port}`,
    sandbox: `http://localhost:${sandboxPort}`,
    playground: `http://localhost:${playgroundPort}`,
    ...readLinks(dataDir),
    dataDir: relative(process.cwd(), dataDir) || '.',
  });
}

/** A database without a company has a link to create the first one. */
function readLinks(dataDir) {
  const read = (name) => readFileSync(join(dataDir, name), 'utf8');
  if (existsSync(join(dataDir, 'setup-link'))) return { setup: read('setup-link') };
  try {
    return JSON.parse(read('demo.json'));
  } catch {
    return {};
  }
}
