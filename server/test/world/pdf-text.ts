/** Extracts the text of a PDF file like a reader, using the character map of each font. */
import { inflateSync } from 'node:zlib';

type PdfObject = { head: string; content: string };

function toObjects(bytes: Buffer): Map<string, PdfObject> {
  const file = bytes.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const [, number = '', body = ''] of file.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', packed] = body.split(/\nstream\n/, 2);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const raw = Buffer.from((packed ?? '').slice(0, length), 'latin1');
    const isPacked = head.includes('/FlateDecode') && !head.includes('/Subtype /Image');
    const isFont = /\/Length1|\/FontFile/.test(head);
    const content = isPacked && !isFont ? inflateSync(raw).toString('latin1') : '';
    objects.set(number, { head, content });
  }
  return objects;
}

function lettersIn(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(first, 16);
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, codes = ''], index) => {
      const units = codes.split(' ').map((code) => Number.parseInt(code, 16));
      const code = (start + index).toString(16).padStart(4, '0');
      letters.set(code, String.fromCharCode(...units));
    });
  }
  return letters;
}

export function textsOfPdf(bytes: Buffer): string[] {
  const objects = toObjects(bytes);
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1] ?? '';
      fonts.set(name, lettersIn(objects.get(table)?.content ?? ''));
    }
  }
  const texts: string[] = [];
  for (const { content } of objects.values()) {
    if (!/\bBT\b/.test(content)) continue;
    let font = new Map<string, string>();
    for (const [, name, shown] of content.matchAll(
      /\/(F\d+) [\d.]+ Tf|(<[\da-f]*> Tj|\[[^\]]*\] TJ)/g,
    )) {
      if (name) font = fonts.get(name) ?? new Map();
      if (!shown) continue;
      const codes = [...shown.matchAll(/<([\da-f]*)>/g)].flatMap(
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      );
      texts.push(codes.map((code) => font.get(code) ?? '?').join(''));
    }
  }
  return texts;
}
