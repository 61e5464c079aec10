/**
 * Draws the rows of long tables, each tagged for screen readers. pdfkit creates a multi-part object per element,
 * which takes most of the time for a long document, so the elements of a page are written together here.
 */
import type { PageRef, Reference, StructureElement } from 'pdfkit';
import { toBytes } from './quick-text.ts';
import type { Sheet } from './sheet.ts';

type Element = { reference: Reference; text: string };

export type QuickRows = {
  add(commands: string): void;
  /** Must be called before anything else is drawn on the page, and at the end. */
  flush(): void;
};

export function quickRows({ document }: Sheet, table: StructureElement): QuickRows {
  let page: PageRef | null = null;
  let content = '';
  let elements: Element[] = [];

  function writeElements(): void {
    let offset = document._offset;
    for (const { reference, text } of elements) {
      reference.offset = offset;
      offset += text.length;
    }
    document._write(toBytes(elements.map(({ text }) => text).join('')));
    for (const { reference } of elements) document._refEnd(reference);
    elements = [];
  }

  function flush(): void {
    if (!page || content === '') return;
    page.write(toBytes(content));
    content = '';
    writeElements();
  }

  function add(commands: string): void {
    if (page !== document.page) flush();
    page = document.page;
    const marks = document.getStructParentTree().get(page.structParentTreeKey);
    const mark = marks.length;
    const reference = document.ref({ P: table.dictionary });
    marks.push(reference);
    table._children.push(finished(table, reference));
    content += `/P <</MCID ${mark}>> BDC\n${commands}EMC\n`;
    const parts = `/S /P /P ${table.dictionary} /K [${mark}] /Pg ${page.dictionary}`;
    elements.push({ reference, text: `${reference.id} 0 obj\n<< ${parts} >>\nendobj\n` });
  }

  return { add, flush };
}

/** Creates an already finished child, which pdfkit only lists in its parent. */
function finished(parent: StructureElement, dictionary: Reference): StructureElement {
  const state = { _attached: true, _ended: true, _flushed: true, _children: [] };
  return Object.assign(Object.create(Object.getPrototypeOf(parent)), { ...state, dictionary });
}
