import { once } from 'node:events';
import { connect } from 'node:net';
import { createHttpClient } from '../../platform/outbound/http-client.ts';

const CONNECT_MS_MAX = 5000;
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** The innermost cause of a TLS error names the certificate. */
function innermost(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return innermost(error.cause);
  return error instanceof Error ? error.message : String(error);
}

async function callProblem(
  url: string,
  judge: (status: number) => string | null,
): Promise<string | null> {
  const http = createHttpClient();
  try {
    const { status } = await http.call({ method: 'GET', url, headers: {} });
    return judge(status);
  } catch (error) {
    return innermost(error);
  } finally {
    await http.close();
  }
}

export function portalProblem(publicUrl: string): Promise<string | null> {
  const url = `${publicUrl}/api/ready`;
  return callProblem(url, (status) => (status === 200 ? null : `${url} answers ${status}`));
}

export async function mailServerProblem(smtpUrl: string): Promise<string | null> {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const socket = connect({ host: hostname, port: Number(port) || (PORTS[protocol] ?? 587) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS_MAX) });
    return null;
  } catch (error) {
    return innermost(error);
  } finally {
    socket.destroy();
  }
}
