/** What a picture must be to become a logo; apart from the library that draws it, which is loaded by the first one. */

/** A picture that cannot be a logo, with a message for the operator. */
export class LogoRefused extends Error {
  override readonly name = 'LogoRefused';
}
