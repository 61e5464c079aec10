/**
 * Allows long sentences to be written as readable lines: line breaks and indentation become one space. It does not
 * interpret markup, so its output never contains any.
 */
export function prose(text: TemplateStringsArray): string {
  return text.join('').replace(/\s+/g, ' ').trim();
}
