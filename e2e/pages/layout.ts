/** Measurements on a rendered page: primary buttons, scrolling parts, and content cut off by a footer. */
import { expect, type Locator, type Page } from '@playwright/test';

export const SCREENS = {
  phone: { width: 375, height: 667 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
} as const;

export function primaryActions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.background = 'var(--brand-fill)';
    const fill = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const dialog = document.querySelector('[role="dialog"]');
    const controls = (dialog ?? document).querySelectorAll<HTMLElement>('button, a');
    return [...controls]
      .filter((control) => control.checkVisibility() && !control.closest('[inert]'))
      .filter((control) => getComputedStyle(control).backgroundColor === fill)
      .map((control) => control.innerText.trim());
  });
}

type Parts = { scrollers: number; cut: string[]; share: number };

export function popupParts(popup: Locator): Promise<Parts> {
  return popup.evaluate((dialog) => {
    const isScroller = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowY) &&
      element.scrollHeight > element.clientHeight + 1;
    const all = [...dialog.querySelectorAll<HTMLElement>('*')].filter((element) =>
      element.checkVisibility(),
    );
    const scrollers = all.filter(isScroller);
    // The sidebar may also scroll; the content is the wider of the two.
    const [room] = all
      .filter((element) => getComputedStyle(element).overflowY === 'auto')
      .filter((element) => element.clientHeight > 150)
      .sort((one, other) => other.clientWidth - one.clientWidth);
    const controls = all.filter((element) =>
      element.matches('input, button, iframe, [role="tab"]'),
    );
    const toName = (element: Element): string =>
      element.getAttribute('title') ??
      element.getAttribute('aria-label') ??
      element.outerHTML.slice(0, 90);
    const cut = controls.filter((control) => {
      if (!room?.contains(control)) return false;
      control.scrollIntoView({ block: 'nearest' });
      const box = control.getBoundingClientRect();
      const view = room.getBoundingClientRect();
      return box.top < view.top - 1 || box.bottom > view.bottom + 1;
    });
    if (room) room.scrollTop = 0;
    const share = (room?.clientHeight ?? 0) / dialog.clientHeight;
    return { scrollers: scrollers.length, cut: cut.map(toName), share };
  });
}

export async function amountIn(part: Locator): Promise<string> {
  await expect(part).toContainText('$');
  const [amount = ''] = /\$[\d,]+\.\d\d/.exec(await part.innerText()) ?? [];
  return amount;
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow), page.url()).toBe(0);
}

/** Returns the texts of a part, or the part itself, that something else is drawn over. */
function findCovered(part: Locator): Promise<string[]> {
  return part.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const boxes = [{ name: 'the part', box: element.getBoundingClientRect() }];
    while (texts.nextNode()) {
      // Text for screen readers only is clipped to one pixel.
      if ((texts.currentNode.parentElement?.clientWidth ?? 0) === 1) continue;
      range.selectNodeContents(texts.currentNode);
      const name = texts.currentNode.textContent ?? '';
      boxes.push(...Array.from(range.getClientRects(), (box) => ({ name, box })));
    }
    // A search by position skips inert elements, although they are drawn.
    const inert = [...document.querySelectorAll<HTMLElement>('[inert]')];
    for (const drawn of inert) drawn.inert = false;
    const isOnTop = ({ left, top, width, height }: DOMRect): boolean => {
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found !== null && (element.contains(found) || found.contains(element));
    };
    const covered = boxes.filter(({ box }) => !isOnTop(box));
    for (const drawn of inert) drawn.inert = true;
    return covered.map(({ name }) => name);
  });
}

export async function expectOnTop(part: Locator, where?: string): Promise<void> {
  await expect.poll(() => findCovered(part), where).toEqual([]);
}

/** Returns texts that their own box cuts off. */
export function findClipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOwnText = ({ nodeType, textContent }: Node): boolean =>
      nodeType === Node.TEXT_NODE && textContent?.trim() !== '';
    return [...document.querySelectorAll<HTMLElement>('main *, [role="dialog"] *')]
      .filter((element) => element.checkVisibility() && [...element.childNodes].some(isOwnText))
      .filter((element) => element.clientWidth > 1)
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
        const { left, right } = element.getBoundingClientRect();
        const strip = element.closest('ul, [role="tablist"]');
        const canScroll = strip !== null && strip.scrollWidth > strip.clientWidth;
        return isCut || (!canScroll && (left < -1 || right > innerWidth + 1));
      })
      .map((element) => element.innerText);
  });
}

/** Turns a tablet to the side and back. Both times its width crosses the 768 px of the layouts (product §2). */
export async function turn(page: Page): Promise<void> {
  const before = page.viewportSize() ?? SCREENS.desktop;
  const { width, height } = SCREENS.tablet;
  for (const size of [{ width: height, height: width }, SCREENS.tablet, before]) {
    await page.setViewportSize(size);
    // Media queries report in the next frame.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}
