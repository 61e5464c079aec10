/**
 * Posts browser errors (R33) and alarms to a Slack channel. The URL comes only from the configuration. The text is escaped, so
 * that it cannot mention a channel or contain a link. Failures are logged and ignored.
 */
import type { Logger } from 'pino';
import type { HttpClient } from '../outbound/http-client.ts';

export type Slack = {
  /** Returns false if Slack did not take it. */
  send(text: string): Promise<boolean>;
  post(text: string): void;
};

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function createSlack({ http, log }: { http: HttpClient; log: Logger }, url: string): Slack {
  const call = async (text: string) => {
    const { status } = await http.call({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: escapeSlack(text), mrkdwn: false, link_names: false }),
    });
    if (status !== 200) {
      log.warn({ event: 'slack.rejected', status }, 'Slack rejected a message');
    }
    return status === 200;
  };
  const send = (text: string) =>
    call(text).catch(({ message }: Error) => {
      log.warn({ event: 'slack.unreachable', message }, 'Slack could not be reached');
      return false;
    });
  return { send, post: (text) => void send(text) };
}
