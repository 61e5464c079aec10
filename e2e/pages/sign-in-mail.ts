/** The mailbox that the sandbox keeps: what a payer finds in a sign-in mail. */
import { expect } from '@playwright/test';

type Mail = { messageId: string; to: string[]; subject: string; text: string };

export type WayIn = { url: string; code: string };

export class Mailbox {
  readonly sandbox: string;
  readonly seen = new Set<string>();

  constructor(sandbox: string) {
    this.sandbox = sandbox;
  }

  async mailsTo(email: string): Promise<Mail[]> {
    const query = new URLSearchParams({ to: email });
    const answer = await fetch(`${this.sandbox}/_sandbox/mailbox.json?${query}`);
    // because the sandbox documents this shape
    return ((await answer.json()) as { mails: Mail[] }).mails;
  }

  /** The next mail to somebody that nobody has read yet. */
  async next(email: string): Promise<string> {
    let found: Mail | undefined;
    await expect
      .poll(async () => {
        found = (await this.mailsTo(email)).find(({ messageId }) => !this.seen.has(messageId));
        return found !== undefined;
      })
      .toBe(true);
    if (!found) throw new Error(`No mail came to ${email}`);
    this.seen.add(found.messageId);
    return found.text;
  }

  /** The next sign-in mail; a receipt may have come before it. */
  async nextWayIn(email: string): Promise<WayIn> {
    const text = await this.next(email);
    const [url] = /http\S+#token=\S+/.exec(text) ?? [];
    const [, code] = /Your code: (\d{3} \d{3})/.exec(text) ?? [];
    return url && code ? { url, code } : this.nextWayIn(email);
  }
}
