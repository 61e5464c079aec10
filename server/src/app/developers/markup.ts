/** HTML for the API reference. Text is escaped unless it is already markup. */
import { escapeHtml } from '../../kernel/escape-html.ts';

export type Markup = { html: string };
type Part = Markup | readonly Markup[] | string | number | null;

function toHtml(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  if ('html' in part) return part.html;
  return part.map(({ html }) => html).join('');
}

/** Used as a template tag: markup`<p>${text}</p>`. */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: texts.map((text, index) => text + toHtml(parts[index] ?? null)).join('') };
}

export function prose(text: string): Markup {
  const html = escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
  return { html };
}
