/** The guides beside the API reference. Their text is that of the documents in `docs`, which are part of a release. */
import { readFile } from 'node:fs/promises';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import { inRepository } from '../../kernel/folders.ts';
import { renderMarkdown, sectionIn, type ToHref } from './markdown.ts';
import { type Markup, markup } from './markup.ts';

type Part = { file: string; section?: string };
type Guide = { id: string; title: string; lead: string; parts: readonly Part[] };

export const GUIDES: readonly Guide[] = [
  {
    id: 'quick-start',
    title: 'Quick start',
    lead: 'From an empty database to a paid invoice and a verified webhook.',
    parts: [{ file: 'quick-start.md' }],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    lead: 'Events for your systems: endpoints, signatures, and what happens when a receiver fails.',
    parts: [{ file: 'provider-api.md', section: 'Webhooks' }],
  },
  {
    id: 'import',
    title: 'Import',
    lead: 'Customers, invoices and other records from files.',
    parts: [
      { file: 'provider-api.md', section: 'Imports' },
      { file: 'operations.md', section: 'Import' },
    ],
  },
  {
    id: 'going-live',
    title: 'Going live',
    lead: 'From an empty machine to a portal behind TLS that takes a payment.',
    parts: [{ file: 'production.md' }],
  },
];

export const guidePath = ({ id }: Pick<Guide, 'id'>) => `${DEVELOPERS_PATH}/${id}`;

/** Other documents are not on this page, so only the text of a link to them is shown. */
function toHrefIn(guide: Guide): ToHref {
  const holds = ({ parts }: Guide, file: string) => parts.some((part) => part.file === file);
  return (target) => {
    if (/^https:\/\//.test(target)) return target;
    const [file = '', section] = target.split('#');
    if (file === '' && guide.parts.every((part) => !part.section)) return target;
    if (section === 'import' || section === 'imports') return guidePath({ id: 'import' });
    const other = GUIDES.find((each) => holds(each, file) && !section);
    return other?.parts.every((part) => !part.section) ? guidePath(other) : null;
  };
}

/** The reasons for a decision are for those who change the portal, and not on these pages. */
const CITATION = /\s*\(\[\d{4}\]\(decisions\/[^)]*\)\)/g;

async function readPart({ file, section }: Part): Promise<string> {
  const document = await readFile(inRepository(`docs/${file}`), 'utf8');
  const text = document.replace(CITATION, '');
  // The page has a title of its own.
  return section ? sectionIn(text, section) : text.replace(/^# .+\n/, '');
}

export async function readGuide(guide: Guide): Promise<Markup> {
  const parts = await Promise.all(guide.parts.map(readPart));
  return renderMarkdown(parts.join('\n'), toHrefIn(guide));
}

export const GUIDE_LINKS: readonly Markup[] = GUIDES.map(
  (guide) => markup`<li><a href="${guidePath(guide)}">${guide.title}</a></li>`,
);

export const GUIDE_CARDS = markup`<ul class="guides">${GUIDES.map(
  (guide) => markup`<li><a href="${guidePath(guide)}">${guide.title}</a><p>${guide.lead}</p></li>`,
)}</ul>`;
