// A sentence with elements inside it. The texts set the order of its parts, because the order differs between
// languages.

import { createElement, Fragment, type ReactNode } from 'react';

export function Sentence({ parts }: { parts: readonly ReactNode[] }) {
  return createElement(Fragment, null, ...parts);
}
