/** Types for the part of bidi-js that orders text in receipts. The package ships no types. */
declare module 'bidi-js' {
  /** One level per UTF-16 code unit. Odd levels are read from right to left. */
  export type EmbeddingLevels = { readonly levels: Uint8Array };

  export type Bidi = {
    getEmbeddingLevels(text: string): EmbeddingLevels;
    /** The indices of the code units in visual order. */
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[];
    /** Returns null for a character without a mirror image. */
    getMirroredCharacter(character: string): string | null;
    getBidiCharTypeName(character: string): string;
  };

  // biome-ignore lint/style/noDefaultExport: because that is how bidi-js exports it
  export default function bidiFactory(): Bidi;
}
