// Shown for a path that a company's portal does not have.

import { notFoundTexts } from '#texts/site/not-found';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { ResourceNotFound } from './resource-not-found.tsx';

const texts = notFoundTexts.page;

export function PortalNotFound({ company }: { company: string }) {
  return (
    <ResourceNotFound
      heading={texts.heading}
      title={texts.title}
      text={texts.text}
      href={hrefTo(PORTAL_PAGES.invoices, { company })}
      label={texts.invoices}
    />
  );
}
