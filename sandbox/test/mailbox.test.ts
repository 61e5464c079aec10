// The mailbox over SMTP and HTTP: delivery, pages and JSON for reading, and the isolation of untrusted email
// contents.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildSandbox } from '../src/app.ts';

const sandbox = buildSandbox();
const url = await sandbox.listen({ host: '127.0.0.1', port: 0 });
const smtp = new URL(await sandbox.listenForMail({ host: '127.0.0.1', port: 0 }));
afterAll(sandbox.close);

const MAIL = [
  'From: "Harbor & <b>Dental</b>" <portal@harbor.example>',
  'To: maya@example.com',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <1@harbor.example>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: multipart/alternative; boundary=y',
  '',
  '--y',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Open http://localhost:3000/harbor/auth#token=abc now',
  '--y',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hello</p><script>alert(1)</script><a href="http://localhost:3000/x">x</a>',
  '--y--',
  '--x',
  'Content-Type: text/html; name="page <b>.html"',
  'Content-Disposition: attachment; filename="page <b>.html"',
  'Content-Transfer-Encoding: base64',
  '',
  'PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  '--x--',
];

async function send(lines: readonly string[], to = 'Maya@example.com'): Promise<string[]> {
  const socket = connect(Number(smtp.port), smtp.hostname);
  const codes: string[] = [];
  const steps = [
    'HELO test',
    'MAIL FROM:<portal@harbor.example>',
    `RCPT TO:<${to}>`,
    'DATA',
    [...lines, '.'].join('\r\n'),
    'QUIT',
  ];
  for await (const line of createInterface({ input: socket })) {
    codes.push(line.slice(0, 3));
    const isOver = line.startsWith('4') || line.startsWith('5');
    const step = isOver ? 'QUIT' : steps.shift();
    if (step === undefined || line.startsWith('221')) break;
    socket.write(`${step}\r\n`);
  }
  socket.destroy();
  return codes;
}

const Mails = z.object({ mails: z.array(z.looseObject({ id: z.string() })) });

async function mailsTo(to: string) {
  const answer = await fetch(`${url}/_sandbox/mailbox.json?to=${encodeURIComponent(to)}`);
  return Mails.parse(await answer.json()).mails;
}

describe('The mailbox', () => {
  it('the mailbox stores each email completely and only once, even after repeated deliveries', async () => {
    expect(await send(MAIL)).toEqual(['220', '250', '250', '250', '354', '250', '221']);
    await send(MAIL);
    expect(await mailsTo('maya@example.com')).toEqual([
      expect.objectContaining({
        messageId: '<1@harbor.example>',
        subject: 'Grüße',
        from: 'Harbor & <b>Dental</b> <portal@harbor.example>',
        to: ['maya@example.com'],
        links: ['http://localhost:3000/harbor/auth#token=abc'],
        attachments: [
          expect.objectContaining({
            filename: 'page <b>.html',
            contentType: 'text/html',
            bytes: 25,
          }),
        ],
        deliveries: 2,
      }),
    ]);
    expect(await mailsTo('other@example.com')).toEqual([]);
  });

  it('the email list and the email page escape the contents of an email', async () => {
    const [mail] = await mailsTo('maya@example.com');
    const list = await (await fetch(`${url}/_sandbox/mailbox`)).text();
    const page = await (await fetch(`${url}/_sandbox/mailbox/${mail?.id}`)).text();
    expect(list).toContain('Grüße');
    expect(page).toContain('href="http://localhost:3000/harbor/auth#token=abc"');
    expect(page).toContain('Harbor &amp; &lt;b&gt;Dental&lt;/b&gt;');
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page).not.toContain('<script');
  });

  it('the HTML of an email is served without scripts', async () => {
    const [mail] = await mailsTo('maya@example.com');
    const answer = await fetch(`${url}/_sandbox/mailbox/${mail?.id}/html`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox allow-popups');
    expect(policy).not.toContain('allow-scripts');
  });

  it('email attachments are served as downloads', async () => {
    const [mail] = await mailsTo('maya@example.com');
    const page = await (await fetch(`${url}/_sandbox/mailbox/${mail?.id}`)).text();
    expect(page).toContain('page &lt;b&gt;.html</a> (text/html, 1 kB)');
    const answer = await fetch(`${url}/_sandbox/mailbox/${mail?.id}/attachments/0`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(await answer.text()).toBe('<script>alert(1)</script>');
    expect((await fetch(`${url}/_sandbox/mailbox/${mail?.id}/attachments/1`)).status).toBe(404);
  });

  it('the mailbox refuses the requested number of emails', async () => {
    await fetch(`${url}/_sandbox/mailbox/refuse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 550 }),
    });
    expect(await send(MAIL, 'omar@example.com')).toContain('550');
    expect(await send(MAIL, 'omar@example.com')).not.toContain('550');
  });

  it('the mailbox rejects cross-site requests and can be cleared', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    expect((await fetch(`${url}/_sandbox/mailbox.json`, { headers })).status).toBe(403);
    await fetch(`${url}/_sandbox/mailbox.json`, { method: 'DELETE' });
    expect(await mailsTo('omar@example.com')).toEqual([]);
    expect(await (await fetch(`${url}/_sandbox/mailbox`)).text()).toContain('No mail yet');
  });
});
