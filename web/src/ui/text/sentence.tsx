// A sentence with something in it: a link, a name in bold, a date. Its words and their order come from
// the texts, so that another language may put the link elsewhere.

import { createElement, Fragment, type ReactNode } from 'react';

export function Sentence({ parts }: { parts: readonly ReactNode[] }) {
  return createElement(Fragment, null, ...parts);
}
