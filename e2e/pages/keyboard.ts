/**
 * Uses a page with the keyboard alone, without clicks or programmatic focus. Every step checks that the focus stays
 * inside an open popup.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import type { TypedField } from './fields.ts';

/** More than any page or popup has. */
const STOPS_MAX = 60;

export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** Also works in a frame: only the frame with the keyboard reports that its document has focus. */
  async isOn(target: Locator): Promise<boolean> {
    if ((await target.count()) === 0) return false;
    return target.first().evaluate((element) => {
      const { ownerDocument: page } = element;
      return page.hasFocus() && page.activeElement === element;
    });
  }

  describeFocus(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      return `${element?.tagName} "${element?.getAttribute('title') ?? element?.textContent}"`;
    });
  }

  /** Polls because the focus is briefly nowhere while it moves between frames. */
  async expectInsidePopup(): Promise<void> {
    const isInside = () =>
      this.page.evaluate(() => {
        const popup = document.querySelector('[role="dialog"]');
        return popup === null || popup.contains(document.activeElement);
      });
    await expect
      .poll(async () => ((await isInside()) ? 'inside' : this.describeFocus()), 'the focus')
      .toBe('inside');
  }

  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target.first()).toBeVisible();
    const stops: string[] = [];
    for (let count = 0; count < STOPS_MAX; count += 1) {
      await this.press(key);
      await this.expectInsidePopup();
      if (await this.isOn(target)) return;
      stops.push(await this.describeFocus());
    }
    throw new Error(`${key} never leads to ${target}:\n${stops.join('\n')}`);
  }

  /** For controls with an outline. Text fields have a shadow, which tests leave out. */
  async expectVisibleFocus(): Promise<void> {
    const isOutlined = await this.page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(
        document.activeElement ?? document.body,
      );
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    });
    expect(isOutlined, `the focus is visible on ${await this.describeFocus()}`).toBe(true);
  }

  async activate(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.press(key);
  }

  async typeInto(fields: readonly TypedField[]): Promise<void> {
    for (const { field, text } of fields) {
      await this.tabTo(field);
      await this.page.keyboard.type(text);
    }
  }

  async expectOn(target: Locator): Promise<void> {
    await expect
      .poll(async () => ((await this.isOn(target)) ? 'there' : this.describeFocus()))
      .toBe('there');
  }
}
