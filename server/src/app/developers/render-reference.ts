/**
 * Renders the reference, the guides and the OpenAPI document in a child process: building them takes a second and
 * 100 MB, once.
 */
import type { RouteHandlerMethod } from 'fastify';
import { sendConstant } from '../../platform/http/constant-content.ts';
import { runInChild } from '../../platform/process/run-in-child.ts';
import type { ReferenceOrder } from './reference-page.ts';

export const CACHE = 'public, max-age=300';

const LIMITS = { timeoutMs: 60_000, memoryMb: 1024 };

export async function renderReference(order: ReferenceOrder): Promise<string> {
  for await (const text of runInChild<ReferenceOrder, string>('renderReference', order, LIMITS))
    return text;
  throw new Error('The reference was not rendered.');
}

export function sendOpenApi(publicUrl: string): RouteHandlerMethod {
  const headers = { 'content-type': 'application/json', 'cache-control': CACHE };
  return sendConstant({ headers, make: () => renderReference({ part: 'document', publicUrl }) });
}
