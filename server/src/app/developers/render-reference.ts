/**
 * Renders the reference, the guides and the OpenAPI document in a child process: building them takes a second and
 * 100 MB, once.
 */
import { runInChild } from '../../platform/process/run-in-child.ts';
import type { ReferenceOrder } from './reference-page.ts';

export const CACHE = 'public, max-age=300';

const LIMITS = { timeoutMs: 60_000, memoryMb: 1024 };

export async function renderReference(order: ReferenceOrder): Promise<string> {
  for await (const text of runInChild<ReferenceOrder, string>('renderReference', order, LIMITS))
    return text;
  throw new Error('The reference was not rendered.');
}
