// The pages of a signed-in member.

import type { ComponentType } from 'react';

/** Paths below `/desk/{domain}`. */
export const deskPages: readonly { path: string; Page: ComponentType }[] = [];
