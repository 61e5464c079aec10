/**
 * Renders email content as plain text and as HTML. Uses tables and inline styles, because email clients support
 * little else. The only pictures are the logo and a QR code, which are attached. Nothing is fetched, so that
 * opening an email is not tracked. All values are escaped here.
 */
import { inkOn } from '@quittance/domain/brand/contrast';
import { escapeHtml } from '../../kernel/escape-html.ts';
import type { MailContent, Sender } from '../../platform/mail/mail-content.ts';
import { MAILS } from './mails.ts';

export const LOGO_CID = 'logo';
export const QR_CID = 'qr';
const QR_SIZE = 148;

const INK = '#1f2933';
const QUIET = '#52606d';
const LINE = '#e4e7eb';
const PAPER = '#ffffff';
const GROUND = '#f4f6f8';
const BREAK = 'word-break:break-word;overflow-wrap:anywhere';
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Arial,sans-serif";

/** Dark mode. `!important` overrides the inline styles; the brand color is unchanged. */
const DARK = `@media (prefers-color-scheme:dark){
.ground{background:#11161c!important}.paper{background:#1b222a!important;color:#e6eaee!important}
.quiet{color:#a9b4bf!important}.line{border-color:#323c47!important}.box{background:#26303a!important;color:#ffffff!important}}`;

function safeColor(color: string): string {
  return /^#[0-9a-fA-F]{6}$/.test(color) ? color : INK;
}

function safeUrl(url: string): string {
  return /^https?:\/\//.test(url) ? url : '';
}

const greet = ({ greeting }: MailContent, { firstName, language }: Sender) =>
  greeting ?? MAILS[language].frame.greeting(firstName);

function footerSentences(sender: Sender): string[] {
  const { legalName, companyContact, repliesTo, language, isRequired } = sender;
  const texts = MAILS[language].frame;
  return [
    texts.sentBy(legalName),
    ...(companyContact ? [texts.questions(companyContact)] : []),
    ...(repliesTo === null ? [texts.noReplies] : []),
    texts.isPrivate,
    ...(isRequired ? [texts.required] : []),
  ];
}

/** Email clients hide what follows the mark '-- ', so only the names do. */
export function renderText(content: MailContent, sender: Sender): string {
  const { companyName, legalName, unsubscribeUrl } = sender;
  const texts = MAILS[sender.language].frame;
  const { paragraphs, code, facts = [], messages = [], action, agreement, notes = [] } = content;
  const blocks = [
    greet(content, sender),
    content.amount ? `${content.heading}: ${content.amount}` : content.heading,
    ...paragraphs,
    ...(code ? [texts.code(code)] : []),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...messages,
    ...(action ? [`${action.label}:\n${safeUrl(action.url)}`] : []),
    ...(agreement ? [agreement.title, agreement.text] : []),
    ...notes,
    footerSentences(sender).join(' '),
    ...(unsubscribeUrl ? [`${texts.unsubscribe}:\n${safeUrl(unsubscribeUrl)}`] : []),
    `-- \n${[...new Set([companyName, legalName])].join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

const smallPrint = (text: string, more = '') =>
  `<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:20px;color:${QUIET};${more}">${escapeHtml(text)}</p>`;

function amountLine(amount: string): string {
  const style =
    'margin:0 0 16px;font-size:36px;line-height:44px;font-weight:700;font-variant-numeric:tabular-nums';
  return `<p style="${style}">${escapeHtml(amount)}</p>`;
}

function codeBlock(code: string): string {
  const style = `margin:8px 0 24px;padding:16px;text-align:center;background:${GROUND};border-radius:12px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;font-variant-numeric:tabular-nums;color:${INK}`;
  return `<div class="box" style="${style}">${escapeHtml(code)}</div>`;
}

function factsTable(facts: NonNullable<MailContent['facts']>): string {
  const rows = facts.map(([label, value]) => {
    const cell = `padding:10px 0;border-top:1px solid ${LINE};vertical-align:top`;
    return `<tr><td class="quiet line" style="${cell};padding-right:16px;white-space:nowrap;color:${QUIET}">${escapeHtml(label)}</td><td align="right" class="line" style="${cell};${BREAK};font-weight:600;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="line" style="margin:8px 0 24px;border-bottom:1px solid ${LINE};font-size:15px;line-height:22px">${rows.join('')}</table>`;
}

function button({ label, url }: NonNullable<MailContent['action']>, color: string): string {
  const link = `display:inline-block;padding:14px 28px;border-radius:10px;background:${color};color:${inkOn(color)};font-size:16px;line-height:20px;font-weight:600;text-decoration:none`;
  return `<p style="margin:8px 0 24px"><a href="${escapeHtml(safeUrl(url))}" style="${link}">${escapeHtml(label)}</a></p>`;
}

/** Stays on white in dark mode too, because scanners need the contrast. */
function qrCode(text: string, alt: string): string {
  const picture = `<img src="cid:${QR_CID}" width="${QR_SIZE}" height="${QR_SIZE}" alt="${escapeHtml(alt)}" style="display:block;background:${PAPER};border-radius:8px">`;
  return `<p style="margin:0 0 8px">${picture}</p>${smallPrint(text)}`;
}

function agreementBox({ title, text }: NonNullable<MailContent['agreement']>): string {
  const style = `margin:8px 0 24px;padding:16px;background:${GROUND};border-radius:12px;font-size:14px;line-height:22px;color:${INK}`;
  return `${paragraph(title)}<div class="box" style="${style}">${escapeHtml(text)}</div>`;
}

function plainUrl({ url }: NonNullable<MailContent['action']>): string {
  return smallPrint(safeUrl(url), 'word-break:break-all');
}

/** The logo is on white, because it may be hard to see on the brand color and in dark mode. */
function headWithLogo({ companyName, logo }: Sender, color: string): string {
  const { width = 0, height = 0 } = logo ?? {};
  const name = `font-size:18px;line-height:24px;font-weight:700;color:${INK}`;
  const picture = `<img src="cid:${LOGO_CID}" width="${width}" height="${height}" alt="" style="display:inline-block;vertical-align:middle;margin-right:12px">`;
  return `<tr><td style="padding:16px 24px;background:${PAPER};border-top:4px solid ${color};border-radius:16px 16px 0 0;${name}">${picture}<span style="vertical-align:middle">${escapeHtml(companyName)}</span></td></tr>`;
}

function head(sender: Sender, color: string): string {
  if (sender.logo) return headWithLogo(sender, color);
  const { companyName } = sender;
  const name = `font-size:18px;line-height:24px;font-weight:700;color:${inkOn(color)}`;
  return `<tr><td style="padding:20px 24px;background:${color};border-radius:16px 16px 0 0;${name}">${escapeHtml(companyName)}</td></tr>`;
}

function toBody(content: MailContent, sender: Sender, color: string): string {
  const { heading, amount, paragraphs, code, facts = [], messages = [] } = content;
  const { action, qrText, agreement, notes = [] } = content;
  return [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:700">${escapeHtml(heading)}</h1>`,
    ...(amount ? [amountLine(amount)] : []),
    paragraph(greet(content, sender)),
    ...paragraphs.map(paragraph),
    ...(action ? [button(action, color)] : []),
    ...(code ? [codeBlock(code)] : []),
    ...(facts.length > 0 ? [factsTable(facts)] : []),
    ...messages.map(paragraph),
    ...(qrText ? [qrCode(qrText, MAILS[sender.language].frame.qrAlt)] : []),
    ...(agreement ? [agreementBox(agreement)] : []),
    ...notes.map((text) => smallPrint(text)),
    ...(action ? [plainUrl(action)] : []),
  ].join('');
}

function toFooter(sender: Sender): string {
  const { language, unsubscribeUrl } = sender;
  const texts = MAILS[language].frame;
  const words = escapeHtml(footerSentences(sender).join(' '));
  if (!unsubscribeUrl) return words;
  const link = `<a class="quiet" href="${escapeHtml(safeUrl(unsubscribeUrl))}" style="color:${QUIET}">${escapeHtml(texts.unsubscribe)}</a>`;
  return `${words}<br>${link}`;
}

export function renderHtml(content: MailContent, sender: Sender): string {
  const color = safeColor(sender.mainColor);
  const hidden = 'display:none;max-height:0;overflow:hidden;opacity:0';
  const footer = `padding:20px 24px;font-size:13px;line-height:20px;color:${QUIET}`;
  return `<!doctype html>
<html lang="${sender.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(content.subject)}</title><style>${DARK}</style></head>
<body class="ground" style="margin:0;padding:0;background:${GROUND}"><div style="${hidden}">${escapeHtml(content.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:${GROUND}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="max-width:560px;background:${PAPER};border-radius:16px;${BREAK};${FONT};color:${INK};font-size:16px;line-height:24px">
${head(sender, color)}
<tr><td style="padding:28px 24px 12px">${toBody(content, sender, color)}</td></tr>
<tr><td class="quiet line" style="${footer};border-top:1px solid ${LINE}">${toFooter(sender)}</td></tr>
</table></td></tr></table></body></html>
`;
}
