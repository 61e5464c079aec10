/** References and company domains are compared case-insensitively and stored as entered (R53). */
export function isSameReference(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
