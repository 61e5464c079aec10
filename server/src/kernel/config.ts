import { resolve } from 'node:path';
import { PROCESSORS, type ProcessorName } from '@quittance/contract/vocabulary';
import { z } from 'zod';

const portSchema = z.coerce.number().int().min(1).max(65_535);

/** At least one day, since a retry or an open page may still need the row. */
const daysSchema = z.coerce.number().int().min(1).max(36_600);

type UrlVariable = `${Uppercase<ProcessorName>}_URL`;

// The cast is safe because the name of the variable is built as its type says.
const urlVariable = (name: ProcessorName) => `${name.toUpperCase()}_URL` as UrlVariable;

const PROCESSOR_VARIABLES = Object.fromEntries(
  PROCESSORS.map((name) => [urlVariable(name), z.url().optional()]),
) as Record<UrlVariable, z.ZodOptional<z.ZodURL>>; // because each processor has its variable

/** docs/operations.md lists the variables and their defaults. A test in `dev` compares them. */
export const environmentSchema = z.object({
  PORT: portSchema.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url(),
  DATABASE_POOLER_URL: z.url().optional(),
  DATABASE_REPLICA_URL: z.url().optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PUBLIC_URL: z.url().optional(),
  SANDBOX_URL: z.url().optional(),
  ...PROCESSOR_VARIABLES,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default('no-reply@example.com'),
  SECRET_KEY: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  GOOGLE_MAPS_KEY: z.string().optional(),
  WEBHOOKS_TO_PRIVATE_ADDRESSES: z.enum(['yes', 'no']).default('no'),
  CLAMD_URL: z.url({ protocol: /^(tcp|unix)$/ }).optional(),
  SLACK_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPERATOR_EMAIL: z.email().optional(),
  ANALYTICS_URL: z.url({ protocol: /^https?$/ }).optional(),
  ANALYTICS_SITE: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .optional(),
  CLARITY_ID: z
    .string()
    .regex(/^[a-z0-9]{6,20}$/)
    .optional(),
  META_PIXEL_ID: z
    .string()
    .regex(/^\d{5,20}$/)
    .optional(),
  LINKEDIN_PARTNER_ID: z
    .string()
    .regex(/^\d{3,20}$/)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().default('quittance'),
  OTEL_TRACES_SAMPLER: z
    .templateLiteral([
      z.enum(['', 'parentbased_']),
      z.enum(['always_on', 'always_off', 'traceidratio']),
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(10).max(10_000).default(200),
  PROCESSES: z.coerce.number().int().min(1).max(64).optional(),
  POOL_SIZE: z.coerce.number().int().min(8).max(500).optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  MAIL_CAP_PER_COMPANY: z.coerce.number().int().min(1).max(1_000_000).default(2000),
  MAIL_CAP: z.coerce.number().int().min(1).max(10_000_000).default(10_000),
  SIGN_IN_MAIL_CAP: z.coerce.number().int().min(100).max(1_000_000).default(2000),
  MAIL_CONNECTIONS: z.coerce.number().int().min(1).max(50).default(4),
  LIMITS_FACTOR: z.coerce.number().int().min(1).max(1000).default(1),
  ERASURES_FILE: z.string().optional(),
  RETENTION_OUTBOX_DAYS: daysSchema.default(14),
  RETENTION_EVENTS_DAYS: daysSchema.default(90),
  RETENTION_KEYS_DAYS: daysSchema.default(30),
  RETENTION_SESSIONS_DAYS: daysSchema.default(30),
  RETENTION_NOTICES_DAYS: daysSchema.default(2 * 365),
  RETENTION_AUDIT_DAYS: daysSchema.default(7 * 366),
});

export type AnalyticsSettings = {
  /** Plausible, or a server with the same events API. `site` is the site name registered there. */
  analytics: { url: string; site: string } | null;
  clarityId: string | null;
  metaPixelId: string | null;
  linkedinPartnerId: string | null;
};

export type TracingSettings = {
  endpoint: string;
  serviceName: string;
  /** Sampling ratio: 1 keeps all traces, 0.1 every tenth. */
  share: number;
};

export type RetentionDays = Readonly<
  Record<'outbox' | 'events' | 'idempotencyKeys' | 'sessions' | 'notices' | 'audit', number>
>;

export type Role = z.infer<typeof environmentSchema>['ROLE'];

export type Config = {
  host: string;
  port: number;
  /** Number of server processes on the port. Null: one per core, if the entry point starts several. */
  processes: number | null;
  /** Database connections per process, in addition to those for reads. Null: divided among the processes. */
  poolSize: number | null;
  role: Role;
  /** Whether a starting process migrates the database. `quittance serve` does not. */
  migrates: boolean;
  dataDir: string;
  databaseUrl: string;
  /** PgBouncer in transaction mode. Null: transactions use the database directly. */
  poolerUrl: string | null;
  /** A standby database that may lag. Null: all reads use the primary database. */
  replicaUrl: string | null;
  /** Redis instance through which processes share events. Null: Postgres is used. */
  redisUrl: string | null;
  acceptsLiveKeys: boolean;
  publicUrl: string;
  sandboxUrl: string | null;
  /** Servers used instead of the processors' own, whatever the mode of the keys. */
  processorUrls: Readonly<Partial<Record<ProcessorName, string>>>;
  /** Null: emails are written to files in the data folder. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Emails per hour: bulk emails (ADR 0072), and sign-in and link emails in total. */
  mailCaps: { perCompany: number; inAll: number; signIns: number };
  /** Emails that a process sends at the same time. */
  mailConnections: number;
  secretKey: string | null;
  logLevel: string;
  trustedProxies: string[];
  /** Null if no list of erasures is kept for restores. */
  erasuresFile: string | null;
  retentionDays: RetentionDays;
  /** Multiplies every rate limit, for demonstrations from one IP. Always 1 unless the sandbox is configured. */
  limitsFactor: number;
  connectionsPerAddress: number;
  /** Bearer token for the metrics page. Null: the page does not exist. */
  metricsToken: string | null;
  /** Whether webhooks may be sent to private addresses and without TLS, for development. */
  allowsPrivateReceivers: boolean;
  /** clamd, which scans uploads. Null: they are not scanned. */
  clamdUrl: string | null;
  slackWebhookUrl: string | null;
  /** Where alarms are mailed. Null: they are only logged and posted to Slack. */
  operatorEmail: string | null;
  addressSuggestions: { baseUrl: string; key: string | null } | null;
  analytics: AnalyticsSettings | null;
  tracing: TracingSettings | null;
};

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Uses Google if a key is set, otherwise the sandbox (R31). */
function toAddressSuggestions(
  key: string | null,
  sandboxUrl: string | null,
): Config['addressSuggestions'] {
  if (key) return { baseUrl: 'https://maps.googleapis.com', key };
  return sandboxUrl ? { baseUrl: `${sandboxUrl}/places`, key: null } : null;
}

type Environment = z.infer<typeof environmentSchema>;

function toAnalytics(env: Environment): AnalyticsSettings | null {
  const { ANALYTICS_URL: url, ANALYTICS_SITE: site } = env;
  if ((url === undefined) !== (site === undefined)) {
    throw new ConfigError('ANALYTICS_URL: must be set together with ANALYTICS_SITE');
  }
  const settings = {
    analytics: url && site ? { url: url.replace(/\/$/, ''), site } : null,
    clarityId: env.CLARITY_ID ?? null,
    metaPixelId: env.META_PIXEL_ID ?? null,
    linkedinPartnerId: env.LINKEDIN_PARTNER_ID ?? null,
  };
  return Object.values(settings).some((value) => value !== null) ? settings : null;
}

/** A `parentbased_` sampler makes no difference: every trace starts here and has no parent. */
function computeShare({
  OTEL_TRACES_SAMPLER: sampler,
  OTEL_TRACES_SAMPLER_ARG: share,
}: Environment) {
  if (sampler.endsWith('traceidratio')) return share;
  return sampler.endsWith('always_off') ? 0 : 1;
}

function readTracing(env: Environment): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = env;
  if (!endpoint) return null;
  return { endpoint: endpoint.replace(/\/$/, ''), serviceName, share: computeShare(env) };
}

/** An empty variable counts as unset. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const env = parsed.data;
  const sandboxUrl = env.SANDBOX_URL ?? null;
  if (env.LIMITS_FACTOR > 1 && !sandboxUrl) {
    throw new ConfigError('LIMITS_FACTOR: limits are raised only for the sandbox, see SANDBOX_URL');
  }
  return {
    host: env.HOST,
    port: env.PORT,
    processes: env.PROCESSES ?? null,
    poolSize: env.POOL_SIZE ?? null,
    role: env.ROLE,
    migrates: true,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    poolerUrl: env.DATABASE_POOLER_URL ?? null,
    replicaUrl: env.DATABASE_REPLICA_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    acceptsLiveKeys: true,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    sandboxUrl,
    processorUrls: Object.fromEntries(
      PROCESSORS.flatMap((name) => {
        const url = env[urlVariable(name)];
        return url === undefined ? [] : [[name, url]];
      }),
    ),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    mailCaps: {
      perCompany: env.MAIL_CAP_PER_COMPANY,
      inAll: env.MAIL_CAP,
      signIns: env.SIGN_IN_MAIL_CAP * env.LIMITS_FACTOR,
    },
    mailConnections: env.MAIL_CONNECTIONS,
    secretKey: env.SECRET_KEY ?? null,
    logLevel: env.LOG_LEVEL,
    limitsFactor: env.LIMITS_FACTOR,
    erasuresFile: env.ERASURES_FILE ?? null,
    retentionDays: {
      outbox: env.RETENTION_OUTBOX_DAYS,
      events: env.RETENTION_EVENTS_DAYS,
      idempotencyKeys: env.RETENTION_KEYS_DAYS,
      sessions: env.RETENTION_SESSIONS_DAYS,
      notices: env.RETENTION_NOTICES_DAYS,
      audit: env.RETENTION_AUDIT_DAYS,
    },
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS * env.LIMITS_FACTOR,
    metricsToken: env.METRICS_TOKEN ?? null,
    allowsPrivateReceivers: env.WEBHOOKS_TO_PRIVATE_ADDRESSES === 'yes',
    clamdUrl: env.CLAMD_URL ?? null,
    slackWebhookUrl: env.SLACK_WEBHOOK_URL ?? null,
    operatorEmail: env.OPERATOR_EMAIL ?? null,
    addressSuggestions: toAddressSuggestions(env.GOOGLE_MAPS_KEY ?? null, sandboxUrl),
    analytics: toAnalytics(env),
    tracing: readTracing(env),
    trustedProxies: env.TRUST_PROXY?.split(',').map((proxy) => proxy.trim()) ?? [],
  };
}
