// The sandbox program: starts the sandbox as configured by the environment, prints one line with its addresses, and
// shuts down on SIGTERM and SIGINT.
import { buildSandbox } from './app.ts';
import { readConfig } from './config.ts';

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

async function start(): Promise<void> {
  const { host, port, smtpPort, dataDir, webhookDelayMs } = readConfig();
  const sandbox = buildSandbox({ dataDir, webhookDelayMs });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void sandbox.close());
  }
  try {
    const url = await sandbox.listen({ host, port });
    const smtp = await sandbox.listenForMail({ host, port: smtpPort });
    const addresses = sandbox.processors.map((name) => [name, `${url}/${name}`]);
    const line = {
      listening: url,
      smtp,
      mailbox: `${url}/_sandbox/mailbox`,
      ...Object.fromEntries(addresses),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  } catch (error) {
    await sandbox.close();
    if (!isTaken(error)) throw error;
    throw new Error(
      `port ${port} or ${smtpPort} on ${host} is taken; set SANDBOX_PORT and SANDBOX_SMTP_PORT`,
    );
  }
}

try {
  await start();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The sandbox could not start: ${reason}\n`);
  process.exitCode = 1;
}
