/**
 * A bare receipt: drawn with the same library, typefaces, texts, lines and tags as the portal's. The texts are
 * fixed and drawn at fixed positions, without measuring, wrapping or font lookup.
 */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { z } from 'zod';

const FOLDER = new URL('../../../../server/fonts/', import.meta.url);
const WEIGHTS = { regular: 'inter-latin-400', semibold: 'inter-latin-600' } as const;
type Weight = keyof typeof WEIGHTS;

const LEFT = 56;
const RIGHT = 556;
const LINE_HEIGHT = 24;

const textsSchema = z.object({
  head: z.array(z.string()),
  facts: z.array(z.tuple([z.string(), z.string()])),
  sums: z.array(z.tuple([z.string(), z.string()])),
  footer: z.string(),
});
type ReceiptTexts = z.infer<typeof textsSchema>;

type ReceiptDrawing = { document: PDFDocument; root: ReturnType<PDFDocument['struct']> };
type Text = { text: string; x: number; y: number; size: number; weight: Weight };

function draw({ document, root }: ReceiptDrawing, { text, x, y, size, weight }: Text): void {
  const features = { calt: false };
  const paint = () => {
    document.font(weight).fontSize(size).fillColor('#1f2933');
    const textWidth = document.widthOfString(text, { features });
    document.text(text, x, y, { lineBreak: false, baseline: 'alphabetic', features, textWidth });
  };
  root.add(document.struct('P', {}, [paint]));
}

function line({ document }: ReceiptDrawing, y: number): void {
  document.markContent('Artifact', { type: 'Layout' });
  document.lineWidth(0.75).strokeColor('#d9dfe5').moveTo(LEFT, y).lineTo(RIGHT, y).stroke();
  document.endMarkedContent();
}

function drawTexts(drawing: ReceiptDrawing, { head, facts, sums, footer }: ReceiptTexts): void {
  let y = 68;
  for (const text of head) {
    draw(drawing, { text, x: LEFT, y, size: 15, weight: 'semibold' });
    y += LINE_HEIGHT;
  }
  for (const [label, value] of [...facts, ...sums]) {
    line(drawing, y - LINE_HEIGHT / 2);
    draw(drawing, { text: label, x: LEFT, y, size: 10.5, weight: 'regular' });
    draw(drawing, { text: value, x: 212, y, size: 10.5, weight: 'regular' });
    y += LINE_HEIGHT;
  }
  draw(drawing, { text: footer, x: LEFT, y: 744, size: 9, weight: 'regular' });
}

function drawReceipt(fonts: Readonly<Record<Weight, Font>>, texts: ReceiptTexts): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    compress: true,
    font: null,
    info: { Title: 'Receipt' },
  });
  document.registerFont('regular', fonts.regular).registerFont('semibold', fonts.semibold);
  const root = document.struct('Document');
  document.addStructure(root);
  drawTexts({ document, root }, texts);
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.end();
  });
}

export function registerBareReceipts(app: FastifyInstance): void {
  const open = (weight: Weight) => create(readFileSync(new URL(`${WEIGHTS[weight]}.ttf`, FOLDER)));
  const fonts = { regular: open('regular'), semibold: open('semibold') };
  let texts: ReceiptTexts | null = null;
  app.put('/receipt', async (request) => {
    texts = textsSchema.parse(request.body);
    return {};
  });
  app.get('/receipt', async (_request, reply) => {
    if (!texts) return reply.code(404).send();
    return reply.type('application/pdf').send(await drawReceipt(fonts, texts));
  });
}
