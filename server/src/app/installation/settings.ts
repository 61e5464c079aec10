/** Finds problems in the settings of an installation that will take real payments. Needs no database. */
import { isIP } from 'node:net';
import type { Config } from '../../kernel/config.ts';
import { trustedProxies } from '../../platform/limits/client-ip.ts';

/** `isRefused`: the server does not start with this problem. */
export type Problem = { check: string; message: string; isRefused: boolean };

/** Values that appear in documentation, examples and images. */
const WELL_KNOWN =
  /^(|postgres|password|passwd|quittance|secret|admin|example|test|change.?me.*)$/i;
/** A random key of 32 bytes has about 30 different byte values. */
const DIFFERENT_BYTES_MIN = 16;

const NEW_KEY = 'Create one with: openssl rand -base64 32';

function refused(check: string, message: string): Problem {
  return { check, message, isRefused: true };
}

function warned(check: string, message: string): Problem {
  return { check, message, isRefused: false };
}

function secretKeyProblems({ secretKey }: Config): Problem[] {
  if (!secretKey) return [refused('secrets', `SECRET_KEY is not set. ${NEW_KEY}`)];
  const bytes = Buffer.from(secretKey, 'base64');
  if (bytes.length !== 32)
    return [refused('secrets', `SECRET_KEY is not 32 bytes in base64. ${NEW_KEY}`)];
  if (new Set(bytes).size >= DIFFERENT_BYTES_MIN) return [];
  return [refused('secrets', `SECRET_KEY is not random. ${NEW_KEY}`)];
}

function passwordProblems({ databaseUrl, metricsToken, smtpUrl }: Config): Problem[] {
  const { username, password } = new URL(databaseUrl);
  const isDefault = password !== '' && (WELL_KNOWN.test(password) || password === username);
  const smtpPassword = smtpUrl ? decodeURIComponent(new URL(smtpUrl).password) : '';
  return [
    ...(isDefault ? [refused('secrets', 'The password in DATABASE_URL is a well-known one.')] : []),
    ...(metricsToken && /change.?me|example|(.)\1{7}/i.test(metricsToken)
      ? [refused('secrets', 'METRICS_TOKEN is an example, not a secret.')]
      : []),
    ...(smtpPassword && WELL_KNOWN.test(smtpPassword)
      ? [refused('secrets', 'The password in SMTP_URL is a well-known one.')]
      : []),
  ];
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function publicUrlProblems(
  { publicUrl }: Config,
  { allowsHttp }: { allowsHttp: boolean },
): Problem[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return [];
  if (!isLoopback(hostname)) {
    return [refused('public URL', `PUBLIC_URL is ${publicUrl}: it must begin with https://`)];
  }
  if (allowsHttp) return [];
  const trial = 'For a trial on this machine: --allow-http';
  return [
    refused('public URL', `PUBLIC_URL is ${publicUrl}: it must begin with https://. ${trial}`),
  ];
}

function sandboxProblems({ sandboxUrl }: Config): Problem[] {
  if (sandboxUrl === null) return [];
  return [
    refused('sandbox', 'SANDBOX_URL is set: the sandbox plays processors and takes no money.'),
  ];
}

function mailProblems({ smtpUrl, mailFrom, dataDir }: Config): Problem[] {
  return [
    ...(smtpUrl
      ? []
      : [warned('mail', `SMTP_URL is not set: mails are files in ${dataDir}/mail.`)]),
    ...(mailFrom.endsWith('@example.com')
      ? [warned('mail', `MAIL_FROM is ${mailFrom}: no mail server sends for it.`)]
      : []),
  ];
}

/** An address of every network, by which any client could choose its own address. */
const ANYBODY = ['192.0.2.1', '2001:db8::1'];

function proxyProblems({ trustedProxies: entries }: Config): Problem[] {
  try {
    const isTrusted = trustedProxies(entries);
    return ANYBODY.some(isTrusted)
      ? [refused('proxy', 'TRUST_PROXY trusts everybody: any client could choose its address.')]
      : [];
  } catch {
    return [refused('proxy', `TRUST_PROXY is not a list of addresses: ${entries.join(', ')}`)];
  }
}

function networkProblems(config: Config): Problem[] {
  const { trustedProxies: proxies, publicUrl, allowsPrivateReceivers } = config;
  const hasProxy = publicUrl.startsWith('https:');
  return [
    ...proxyProblems(config),
    ...(hasProxy && proxies.length === 0
      ? [warned('proxy', 'TRUST_PROXY is not set: limits count all clients of the proxy as one.')]
      : []),
    ...(allowsPrivateReceivers
      ? [
          warned(
            'webhooks',
            'WEBHOOKS_TO_PRIVATE_ADDRESSES is yes: companies can reach this network.',
          ),
        ]
      : []),
  ];
}

export function settingsProblems(config: Config, how: { allowsHttp: boolean }): Problem[] {
  return [
    ...sandboxProblems(config),
    ...secretKeyProblems(config),
    ...passwordProblems(config),
    ...publicUrlProblems(config, how),
    ...mailProblems(config),
    ...networkProblems(config),
  ];
}
