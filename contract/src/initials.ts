/** 'Harbor Dental' → 'HD', 'northwind' → 'N'; anything without a letter or digit → '•'. */
export function toInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toUpperCase() || '•';
}
