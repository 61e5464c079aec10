/**
 * Tells a Slack channel of errors in browsers (R33). The address comes from the configuration alone;
 * what is said is cleaned before and escaped here, so that nobody can call a whole channel or draw a
 * link. A channel that does not answer is passed over: the log has it all.
 */
import type { Logger } from 'pino';
import type { HttpClient } from '../processors/http.ts';

export type Slack = { tell(text: string): void };

/** The three signs that mean something to Slack. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function createSlack({ http, log }: { http: HttpClient; log: Logger }, url: string): Slack {
  const send = async (text: string) => {
    const { status } = await http.call({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: escapeSlack(text), mrkdwn: false, link_names: false }),
    });
    if (status !== 200) log.warn({ status }, 'Slack did not take a report');
  };
  return {
    tell(text) {
      send(text).catch(({ message }: Error) => log.warn({ message }, 'Slack was not reached'));
    },
  };
}
