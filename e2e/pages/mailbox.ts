/** The sandbox's mailbox, one per portal. An email that a test has read is not returned again. */
import { expect } from '@playwright/test';

type Mail = {
  id: string;
  messageId: string;
  to: string[];
  subject: string;
  text: string;
  attachments: { filename: string; url: string }[];
};

type SignInMail = { url: string; code: string };

const SIGN_IN_LINK = /http\S+#token=\S+/;

export class Mailbox {
  readonly sandbox: string;
  private readonly read = new Set<string>();

  constructor(sandbox: string) {
    this.sandbox = sandbox;
  }

  async list(to?: string): Promise<Mail[]> {
    const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`;
    const response = await fetch(`${this.sandbox}/_sandbox/mailbox.json${query}`);
    // The cast is safe because the sandbox documents this shape.
    return ((await response.json()) as { mails: Mail[] }).mails;
  }

  async next(matches: (mail: Mail) => boolean, to?: string): Promise<Mail> {
    let found: Mail | undefined;
    await expect
      .poll(async () => {
        found = (await this.list(to)).find(
          (mail) => !this.read.has(mail.messageId) && matches(mail),
        );
        return found !== undefined;
      })
      .toBe(true);
    if (!found) throw new Error(`No mail${to === undefined ? '' : ` to ${to}`} arrived`);
    this.read.add(found.messageId);
    return found;
  }

  async nextLink(email: string, link: RegExp): Promise<string> {
    const { text } = await this.next(({ text }) => link.test(text), email);
    return link.exec(text)?.[0] ?? '';
  }

  async nextSignIn(email: string): Promise<SignInMail> {
    const { text } = await this.next(({ text }) => SIGN_IN_LINK.test(text), email);
    const [url = ''] = SIGN_IN_LINK.exec(text) ?? [];
    const [, code = ''] = /^.*: (\d{3} \d{3})$/m.exec(text) ?? [];
    return { url, code };
  }
}
