/**
 * Bounds the loading of a processor's script. A script that never defines its object would leave the
 * payer in front of a spinner for ever, and a script tag that failed once makes the `payengine`
 * package believe the next time that it is already there: both end here. Knows no processor by name.
 */
import { SCRIPT_TIMEOUT_MS } from '../lib/timings.ts';

export class ScriptTimedOut extends Error {
  constructor(sourceUrl: string) {
    super(`No answer from ${sourceUrl} within ${SCRIPT_TIMEOUT_MS} ms`);
    this.name = 'ScriptTimedOut';
  }
}

function removeScripts(sourceUrl: string): void {
  for (const script of document.querySelectorAll('script'))
    if (script.src.startsWith(sourceUrl)) script.remove();
}

type ScriptLoad<Result> = {
  /** How the addresses of its script tags begin. */
  sourceUrl: string;
  load: () => Promise<Result>;
};

export async function loadWithin<Result>({ sourceUrl, load }: ScriptLoad<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScriptTimedOut(sourceUrl)), SCRIPT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), deadline]);
  } catch (error) {
    removeScripts(sourceUrl);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
