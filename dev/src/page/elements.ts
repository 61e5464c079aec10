/** DOM helpers: elements by id, new elements, and lists that change only where necessary. */

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element ${id}`);
  return found;
}

type Attributes = Readonly<Record<string, string>>;

export function element(
  tag: string,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Updates the text only if it differs, so that a screen reader does not repeat it. */
export function setText(id: string, text: string): void {
  const target = byId(id);
  if (target.textContent !== text) target.textContent = text;
}

/** The rendered items by key. An unchanged item keeps its element, and therefore the focus. */
const drawn = new WeakMap<HTMLElement, Map<string, { text: string; node: HTMLElement }>>();

export function setItems<Item>(
  list: HTMLElement,
  items: readonly Item[],
  { key, draw }: { key: (item: Item, index: number) => string; draw: (item: Item) => HTMLElement },
): void {
  const before = drawn.get(list) ?? new Map<string, { text: string; node: HTMLElement }>();
  const after = new Map<string, { text: string; node: HTMLElement }>();
  for (const [index, item] of items.entries()) {
    const name = key(item, index);
    const text = JSON.stringify(item);
    const known = before.get(name);
    const node = known?.text === text ? known.node : draw(item);
    after.set(name, { text, node });
  }
  drawn.set(list, after);
  const nodes = [...after.values()].map(({ node }) => node);
  const isSame =
    nodes.length === list.children.length && nodes.every((node, at) => list.children[at] === node);
  if (!isSame) list.replaceChildren(...nodes);
}
