/** Starts the sandbox program on a free port for the whole run. Every test file opens a world in it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const PROGRAM = fileURLToPath(new URL('../../sandbox/dist/bundle/main.js', import.meta.url));

const listeningSchema = z.object({ listening: z.url() });

export async function startSandboxProcess() {
  const { SANDBOX_DATA_DIR: _, ...environment } = process.env;
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...environment, SANDBOX_PORT: '0', SANDBOX_WEBHOOK_DELAY_MS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    exited.then(([code]) => {
      throw new Error(`the sandbox ended with ${code}; \`npm run build\` builds it`);
    }),
  ]);
  return {
    url: listeningSchema.parse(JSON.parse(line)).listening,
    async stop(): Promise<void> {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}
