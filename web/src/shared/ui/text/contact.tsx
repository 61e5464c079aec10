// A name and its contact details, inside a sentence: 'Harbor Dental (billing@harbor.example or (207) 555-0142)'.

import { Fragment } from 'react';
import { uiTexts } from '#texts/site/ui';

type ContactProps = { name: string; links: readonly { href: string; text: string }[] };

export function Contact({ name, links }: ContactProps) {
  if (links.length === 0) return name;
  return (
    <>
      {name} (
      {links.map(({ href, text }, index) => (
        <Fragment key={href}>
          {index > 0 && uiTexts.or}
          <a href={href}>{text}</a>
        </Fragment>
      ))}
      )
    </>
  );
}
