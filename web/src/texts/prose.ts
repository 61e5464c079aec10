/**
 * Lets long sentences stand in the source as readable lines: line breaks and indentation become one
 * space. It knows no markup, so nothing written with it can turn into any.
 */
export function prose(text: TemplateStringsArray): string {
  return text.join('').replace(/\s+/g, ' ').trim();
}
