// An email as a customer would receive it, beside the form that changes it.

import type { MailPreview as Preview } from '@quittance/contract/requests/reminder-schemas';
import { useEffect, useRef, useState } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { SEARCH_DEBOUNCE_MS } from '../../shared/lib/timings.ts';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { Read } from '../api/use-read.ts';
import { ReadView } from '../shell/read-view.tsx';
import styles from './mail-preview.module.css';

export function MailPreview({ read }: { read: Read<Preview> }) {
  return (
    <ReadView read={read}>
      {({ subject, html, text }) => (
        <Stale isStale={read.isReading}>
          <Stack gap={3}>
            <Text isStrong>{subject}</Text>
            <MailBody html={html} text={text} />
          </Stack>
        </Stale>
      )}
    </ReadView>
  );
}

const css = bindClasses(styles);

const STYLES = 'data-style';

/**
 * The page's content security policy ignores and reports styles in markup, but allows styles set by a script.
 * Nothing in the email is executed.
 */
function toNodes(html: string): Node[] {
  const renamed = html.replaceAll(' style="', ` ${STYLES}="`);
  const { body } = new DOMParser().parseFromString(renamed, 'text/html');
  const nodes = [...body.childNodes].map((node) => document.importNode(node, true));
  for (const node of nodes) {
    if (!(node instanceof HTMLElement)) continue;
    for (const element of [node, ...node.querySelectorAll<HTMLElement>(`[${STYLES}]`)])
      element.style.cssText = element.getAttribute(STYLES) ?? '';
  }
  return nodes;
}

/** An email as a customer sees it: the server's own HTML, isolated from the page in a shadow tree. */
function MailBody({ html, text }: { html: string; text: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = host;
    if (!current) return;
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' });
    root.replaceChildren(...toNodes(html));
  }, [html]);
  return (
    <>
      <VisuallyHidden>{text}</VisuallyHidden>
      {/* Its links lead nowhere. */}
      <div ref={host} className={css('mail')} inert aria-hidden="true" />
    </>
  );
}

/** Returns a typed value as it was at the last pause in typing. A value that is not valid is not taken. */
export function useSettled<Value>(value: Value, isValid = true): Value {
  const [settled, setSettled] = useState(value);
  const isSettled = JSON.stringify(value) === JSON.stringify(settled);
  useEffect(() => {
    if (isSettled || !isValid) return;
    const timer = setTimeout(() => setSettled(value), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value, isSettled, isValid]);
  return settled;
}
