/**
 * Requirements for a logo picture. Kept separate from the drawing library, which is loaded only for the first
 * picture.
 */

import type { Logo } from './logo-rows.ts';

export class LogoRefused extends Error {
  override readonly name = 'LogoRefused';
}

/** The refusal is returned as data, because it comes from another process. */
export type LogoResult = Logo | { refusal: string };
