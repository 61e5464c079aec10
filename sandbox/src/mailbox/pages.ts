// The mailbox for people and tests: a list, an email, and both as JSON. The HTML of an email is shown in a frame
// without scripts or network access; its links open in a new tab.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { serveBrowserFiles } from '../browser-files.ts';
import { parseInput, Refusal } from '../refusal.ts';
import type { Mail, Mailbox } from './mailbox.ts';

const REFRESH_SECONDS = 4;

const Query = z.strictObject({
  to: z.string().max(254).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});
const MailParams = z.object({ id: z.string() });
const AttachmentParams = z.object({ index: z.coerce.number().int().min(0).max(100) });
const RefuseInput = z.strictObject({
  code: z.number().int().min(400).max(599).default(451),
  times: z.number().int().min(0).max(100).default(1),
});

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Untrusted HTML may use only inline styles. Scripts stay blocked even without the frame's sandbox attribute. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function page(title: string, { head = '', body }: { head?: string; body: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><link rel="stylesheet" href="/_sandbox/mailbox.css">${head}</head>
<body>${body}</body></html>`;
}

function sendPage(reply: FastifyReply, html: string, policy: string) {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .send(html);
}

function time(at: string): string {
  return `<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

function row({ id, subject, to, from, at }: Mail): string {
  return `<li><a href="/_sandbox/mailbox/${id}"><strong>${escaped(subject)}</strong>
<span>${escaped(from)}</span><span>to ${escaped(to.join(', '))}</span>${time(at)}</a></li>`;
}

function listPage(mails: readonly Mail[]): string {
  const head = `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`;
  const list =
    mails.length === 0
      ? '<p class="empty">No mail yet. What the portal sends appears here by itself.</p>'
      : `<ul>${mails.map(row).join('')}</ul>`;
  const intro =
    '<p>Every mail the portal sends while it is tried out, to whomever. Nothing leaves this machine.</p>';
  return page('Mailbox', { head, body: `<header><h1>Mailbox</h1>${intro}</header>${list}` });
}

function attachmentList({ id, attachments }: Mail): string {
  if (attachments.length === 0) return '';
  const items = attachments.map(({ filename, contentType, content }, index) => {
    const says = `${escaped(contentType)}, ${Math.ceil(content.length / 1024)} kB`;
    return `<li><a href="/_sandbox/mailbox/${id}/attachments/${index}">${escaped(filename)}</a> (${says})</li>`;
  });
  return `<section><h2>Attachments</h2><ul class="links">${items.join('')}</ul></section>`;
}

function listed({ attachments, ...mail }: Mail) {
  return {
    ...mail,
    attachments: attachments.map(({ content, ...attachment }, index) => ({
      ...attachment,
      bytes: content.length,
      url: `/_sandbox/mailbox/${mail.id}/attachments/${index}`,
    })),
  };
}

function mailPage(mail: Mail): string {
  const { id, subject, from, to, at, text, html, links } = mail;
  const facts = `<dl><dt>From</dt><dd>${escaped(from)}</dd><dt>To</dt><dd>${escaped(to.join(', '))}</dd><dt>When</dt><dd>${time(at)}</dd></dl>`;
  const anchors = links.map((link) => `<li><a href="${escaped(link)}">${escaped(link)}</a></li>`);
  const frame = html
    ? `<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/_sandbox/mailbox/${id}/html"></iframe>`
    : '';
  return page(subject, {
    body: `<nav><a href="/_sandbox/mailbox">← Mailbox</a></nav><header><h1>${escaped(subject)}</h1>${facts}</header>
${frame}
${attachmentList(mail)}
<section><h2>Links</h2>${anchors.length > 0 ? `<ul class="links">${anchors.join('')}</ul>` : '<p>None.</p>'}</section>
<section><h2>As text</h2><pre>${escaped(text)}</pre></section>`,
  });
}

export function registerMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  const found = (params: unknown): Mail => {
    const mail = mailbox.find(parseInput(MailParams, params).id);
    if (mail === undefined) throw new Refusal(404, 'No such mail');
    return mail;
  };
  serveBrowserFiles(app, [{ path: '/mailbox.css', file: 'mailbox/mailbox.css' }]);
  app.get('/mailbox', (_request, reply) => sendPage(reply, listPage(mailbox.list()), PAGE_POLICY));
  app.get('/mailbox/:id', (request, reply) =>
    sendPage(reply, mailPage(found(request.params)), PAGE_POLICY),
  );
  app.get('/mailbox/:id/html', (request, reply) =>
    sendPage(reply, `<base target="_blank">${found(request.params).html}`, MAIL_POLICY),
  );
  app.get('/mailbox/:id/attachments/:index', (request, reply) => {
    const { index } = parseInput(AttachmentParams, request.params);
    const attachment = found(request.params).attachments[index];
    if (attachment === undefined) throw new Refusal(404, 'No such attachment');
    // Always sent as a download, regardless of its declared type, because it must never be rendered in this origin.
    return reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(attachment.content);
  });
  app.get('/mailbox.json', async (request) => {
    const { to, limit } = parseInput(Query, request.query);
    return { mails: mailbox.list(to).slice(0, limit).map(listed) };
  });
  app.delete('/mailbox.json', async () => {
    mailbox.clear();
    return { mails: [] };
  });
  app.post('/mailbox/refuse', async (request) => {
    const input = parseInput(RefuseInput, request.body);
    mailbox.refuse(input);
    return input;
  });
}
