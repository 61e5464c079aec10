// A mail as a customer sees it: the server's own HTML, apart from the page in a shadow tree.

import { useEffect, useRef } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import styles from './mail-preview.module.css';

const css = bindClasses(styles);

/** The policy of the page ignores styles in markup; what a script sets is allowed. Nothing in it runs. */
function nodesOf(html: string): Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const nodes = [...body.childNodes].map((node) => document.importNode(node, true));
  for (const node of nodes) {
    if (!(node instanceof HTMLElement)) continue;
    for (const element of [node, ...node.querySelectorAll<HTMLElement>('[style]')])
      element.style.cssText = element.getAttribute('style') ?? '';
  }
  return nodes;
}

export function MailPreview({ html, text }: { html: string; text: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = host;
    if (!current) return;
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' });
    root.replaceChildren(...nodesOf(html));
  }, [html]);
  return (
    <>
      <VisuallyHidden>{text}</VisuallyHidden>
      {/* Its links lead nowhere. */}
      <div ref={host} className={css('mail')} inert aria-hidden="true" />
    </>
  );
}
