/** Renders the Markdown of our own documents: headings, paragraphs, lists, tables, code and links. */
import { type Markup, markup } from './markup.ts';

/** Returns the address that a link of a document has on the page, or null if only its text is shown. */
export type ToHref = (target: string) => string | null;

const INLINE = /`([^`]+)`|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)]+)\)|\*\*([^*]+)\*\*/g;
const FENCE = /^```/;
const HEADING = /^(#{1,4}) (.+)$/;
const ITEM = /^(-|\d+\.) +/;
const ROW = /^\|/;

const toSlug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');

function toInline(text: string, toHref: ToHref): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, label = '', target = '', strong = ''] = match;
    parts.push(markup`${text.slice(end, match.index)}`);
    end = match.index + whole.length;
    const href = target ? toHref(target) : null;
    if (code !== undefined) parts.push(markup`<code>${code}</code>`);
    else if (strong) parts.push(markup`<strong>${toInline(strong, toHref)}</strong>`);
    else if (href) parts.push(markup`<a href="${href}">${toInline(label, toHref)}</a>`);
    else parts.push(toInline(label, toHref));
  }
  return markup`${parts}${text.slice(end)}`;
}

const toCells = (row: string) =>
  row
    .replaceAll(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|(?=(?:[^`]*`[^`]*`)*[^`]*$)/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function toTable([head = '', , ...rows]: readonly string[], toHref: ToHref): Markup {
  const heads = toCells(head).map((cell) => markup`<th scope="col">${toInline(cell, toHref)}</th>`);
  const body = rows.map(
    (row) =>
      markup`<tr>${toCells(row).map((cell) => markup`<td>${toInline(cell, toHref)}</td>`)}</tr>`,
  );
  return markup`<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** Takes the lines from the start on that belong together, and leaves the others. */
function takeWhile(lines: string[], belongs: (line: string, next: string) => boolean): string[] {
  const taken: string[] = [];
  while (lines.length > 0 && belongs(lines[0] ?? '', lines[1] ?? ''))
    taken.push(lines.shift() ?? '');
  return taken;
}

function toItem(lines: string[], toHref: ToHref): Markup {
  const first = (lines.shift() ?? '').replace(ITEM, '');
  const more = takeWhile(
    lines,
    (line, next) => /^ {2,}\S/.test(line) || (line === '' && next.startsWith('  ')),
  );
  const inner = [first, ...more.map((line) => line.replace(/^ {2,3}/, ''))];
  const blocks = toBlocks(inner, toHref);
  const [only] = blocks;
  // A single paragraph needs no space around it.
  const tight = { html: only?.html.replace(/^<p>|<\/p>$/g, '') ?? '' };
  return markup`<li>${blocks.length === 1 ? tight : blocks}</li>`;
}

function toList(lines: string[], toHref: ToHref): Markup {
  const isOrdered = /^\d/.test(lines[0] ?? '');
  const items: Markup[] = [];
  while (ITEM.test(lines[0] ?? '')) {
    items.push(toItem(lines, toHref));
    if (lines[0] === '' && ITEM.test(lines[1] ?? '')) lines.shift();
  }
  return isOrdered ? markup`<ol>${items}</ol>` : markup`<ul class="bullets">${items}</ul>`;
}

const isBlock = (line: string) => [FENCE, HEADING, ITEM, ROW].some((start) => start.test(line));

function toBlock(lines: string[], toHref: ToHref): Markup {
  const [line = ''] = lines;
  if (FENCE.test(line)) {
    lines.shift();
    const code = takeWhile(lines, (each) => !FENCE.test(each));
    lines.shift();
    return markup`<pre tabindex="0"><code>${code.join('\n')}</code></pre>`;
  }
  const [, marks = '', title] = HEADING.exec(line) ?? [];
  if (title !== undefined) {
    lines.shift();
    const { length: level } = marks;
    const text = toInline(title, toHref);
    return { html: `<h${level} id="${toSlug(title)}">${text.html}</h${level}>` };
  }
  if (ROW.test(line))
    return toTable(
      takeWhile(lines, (each) => ROW.test(each)),
      toHref,
    );
  if (ITEM.test(line)) return toList(lines, toHref);
  const text = [lines.shift() ?? '', ...takeWhile(lines, (each) => each !== '' && !isBlock(each))];
  return markup`<p>${toInline(text.join(' '), toHref)}</p>`;
}

function toBlocks(text: readonly string[], toHref: ToHref): Markup[] {
  const lines = [...text];
  const blocks: Markup[] = [];
  while (lines.length > 0) {
    if (lines[0]?.trim() === '') lines.shift();
    else blocks.push(toBlock(lines, toHref));
  }
  return blocks;
}

export function renderMarkdown(text: string, toHref: ToHref): Markup {
  return markup`${toBlocks(text.split('\n'), toHref)}`;
}

/** The part of a document from a heading to the next one of the same level. */
export function sectionIn(text: string, title: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => HEADING.exec(line)?.[2] === title);
  if (start < 0) throw new Error(`No section '${title}'`);
  const level = HEADING.exec(lines[start] ?? '')?.[1]?.length ?? 0;
  let isCode = false;
  const length = lines.slice(start + 1).findIndex((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    const marks = isCode ? undefined : HEADING.exec(line)?.[1];
    return marks !== undefined && marks.length <= level;
  });
  const end = length < 0 ? lines.length : start + 1 + length;
  return lines.slice(start + 1, end).join('\n');
}
