/** Types for the part of pdfkit that draws our receipts. The package ships no types. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';
  import type { Font } from 'fontkit';

  /** An object in the PDF file. `toString()` returns the form in which other objects reference it. */
  export type Reference = { readonly id: number; offset: number; toString(): string };

  export type StructureElement = {
    add(child: StructureElement | (() => void)): StructureElement;
    end(): void;
    readonly dictionary: Reference;
    readonly _children: StructureElement[];
  };

  export type PageRef = {
    readonly width: number;
    readonly height: number;
    readonly fonts: Record<string, unknown>;
    readonly dictionary: Reference;
    /** Key of this page's entry in the structure parent tree. */
    readonly structParentTreeKey: number;
    write(commands: Uint8Array): void;
  };

  export type StructureOptions = { actual?: string; alt?: string; scope?: 'Row' | 'Column' };

  export type DocumentOptions = {
    size: 'LETTER';
    margin: number;
    pdfVersion: '1.7';
    tagged: boolean;
    displayTitle: boolean;
    lang: string;
    compress: boolean;
    font: null;
    /** Keeps pages open until the end, so that they can be numbered. */
    bufferPages?: boolean;
    info: Readonly<Record<string, string | Date>>;
  };

  export type Picture = { readonly width: number; readonly height: number };

  export type Features = Readonly<Record<string, boolean>>;

  export type TextOptions = {
    lineBreak: false;
    baseline: 'alphabetic';
    features: Features;
    textWidth: number;
  };

  // biome-ignore lint/style/noDefaultExport: because that is how pdfkit exports it
  export default class PDFDocument extends Readable {
    constructor(options: DocumentOptions);
    readonly page: PageRef;
    readonly _font: {
      id: string;
      /** Returns glyph codes and adds the glyphs to the embedded font. */
      encode(text: string, features: Features): [codes: string[], positions: unknown];
      ref(): unknown;
    };
    /** Adds commands to the page's content. Bytes must end with a line break. */
    addContent(commands: string | Uint8Array): this;
    addPage(): this;
    getStructParentTree(): { get(key: number): Reference[] };
    ref(data: Readonly<Record<string, unknown>>): Reference;
    /** Number of bytes written so far. */
    readonly _offset: number;
    _write(bytes: Uint8Array): void;
    _refEnd(reference: Reference): void;
    bufferedPageRange(): { start: number; count: number };
    switchToPage(page: number): void;
    registerFont(name: string, font: Font): this;
    font(name: string): this;
    fontSize(points: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(points: number): this;
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
    rect(x: number, y: number, width: number, height: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    fill(): this;
    openImage(bytes: Buffer): Picture;
    image(picture: Picture, x: number, y: number, size: { width: number; height: number }): this;
    stroke(): this;
    widthOfString(text: string, options: Pick<TextOptions, 'features'>): number;
    text(text: string, x: number, y: number, options: TextOptions): this;
    struct(type: string, options?: StructureOptions, children?: (() => void)[]): StructureElement;
    addStructure(element: StructureElement): this;
    markContent(tag: 'Artifact', options: { type: 'Layout' | 'Pagination' }): this;
    endMarkedContent(): this;
    end(): void;
  }
}

declare module 'fontkit' {
  export type Glyph = { readonly id: number; codePoints: readonly number[] };
  export type GlyphRun = {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly Readonly<Record<string, number>>[];
  };
  export type Subset = { includeGlyph(id: number): number; encode(): Uint8Array };
  export type Font = {
    getGlyph(id: number, characters?: readonly number[]): Glyph;
    createSubset(): Subset;
    layout(text: string, features?: Readonly<Record<string, boolean>>): GlyphRun;
    hasGlyphForCodePoint(codePoint: number): boolean;
  };
  export function create(file: Uint8Array): Font;
}
