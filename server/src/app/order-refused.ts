/** An operator's order that cannot be carried out, with the reason as its message. */
export class OrderRefused extends Error {
  override readonly name = 'OrderRefused';
}
