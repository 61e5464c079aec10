// Reads and validates the sandbox's settings. This is the only file that reads process.env.
import { z } from 'zod';

const Environment = z.object({
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
  SANDBOX_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  SANDBOX_DATA_DIR: z.string().optional(),
  SANDBOX_WEBHOOK_DELAY_MS: z.coerce.number().int().min(0).max(600_000).default(400),
});

export type SandboxConfig = {
  host: string;
  port: number;
  /** 0 picks a free port, which is printed in the "listening" log line. */
  smtpPort: number;
  dataDir: string | undefined;
  webhookDelayMs: number;
};

export function readConfig(environment: NodeJS.ProcessEnv = process.env): SandboxConfig {
  // An empty variable counts as unset. Otherwise Number('') would silently become port 0.
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = Environment.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.') ?? 'Environment'}: ${issue?.message ?? 'not valid'}`);
  }
  return {
    host: parsed.data.SANDBOX_HOST,
    port: parsed.data.SANDBOX_PORT,
    smtpPort: parsed.data.SANDBOX_SMTP_PORT,
    dataDir: parsed.data.SANDBOX_DATA_DIR,
    webhookDelayMs: parsed.data.SANDBOX_WEBHOOK_DELAY_MS,
  };
}
