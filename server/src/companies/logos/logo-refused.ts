/** What a picture must be to become a logo; apart from the library that draws it, which is loaded by the first one. */

import type { Logo } from './logo-rows.ts';

/** A picture that cannot be a logo, with a message for the operator. */
export class LogoRefused extends Error {
  override readonly name = 'LogoRefused';
}

/** As data, because it comes from another process. */
export type LogoResult = Logo | { refusal: string };
