/**
 * Opens a resource before the first test of a file and closes it after the last. Tests get an object that is filled
 * in when the resource opens.
 */
import { afterAll, beforeAll } from 'vitest';

export function forFile<Opened extends object>(
  open: () => Promise<Opened>,
  close?: (opened: Opened) => Promise<void>,
): Opened {
  const opened = {} as Opened; // because no test runs before it is filled
  beforeAll(async () => {
    Object.defineProperties(opened, Object.getOwnPropertyDescriptors(await open()));
  });
  afterAll(() => close?.(opened));
  return opened;
}
