/** Reads the expiry date of the TLS certificate that visitors of the portal get, usually from its proxy. */
import { connect } from 'node:tls';
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { type Clock, repeatEvery } from '../../kernel/clock.ts';

const CONNECT_MS_MAX = 5000;
const HTTPS_PORT = 443;
const CHECK_MS = 6 * HOUR_MS;

/** An expired or foreign certificate is read too. Null if the host does not respond. */
function readExpiryMs(url: string): Promise<number | null> {
  const { hostname: host, port } = new URL(url);
  const options = { host, port: Number(port) || HTTPS_PORT, servername: host };
  return new Promise((resolve) => {
    const socket = connect({ ...options, rejectUnauthorized: false, timeout: CONNECT_MS_MAX });
    const end = (expiresMs: number | null) => {
      socket.destroy();
      resolve(expiresMs);
    };
    socket.once('secureConnect', () => {
      const expiresMs = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(expiresMs) ? null : expiresMs);
    });
    socket.once('timeout', () => end(null));
    socket.once('error', () => end(null));
  });
}

export type CertificateWatch = { daysLeft(): number | null; stop(): void };

export function watchCertificate(url: string, clock: Clock): CertificateWatch {
  let expiresMs: number | null = null;
  const read = () => {
    void readExpiryMs(url).then((found) => {
      expiresMs = found ?? expiresMs;
    });
  };
  if (!url.startsWith('https:')) return { daysLeft: () => null, stop: () => undefined };
  read();
  const checks = repeatEvery(CHECK_MS, read);
  return {
    daysLeft: () => (expiresMs === null ? null : (expiresMs - Date.parse(clock.now())) / DAY_MS),
    stop: checks.stop,
  };
}
