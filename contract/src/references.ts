/** References and company segments are compared without regard to case and stored as entered (R53). */
export function isSameReference(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
