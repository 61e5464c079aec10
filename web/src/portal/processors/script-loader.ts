/**
 * Loads a processor's script with a timeout, independent of the processor. A script that never defines its object
 * would show a spinner forever. A failed tag is removed, because the `payengine` package treats the tag of a failed
 * script as loaded.
 */
import { SCRIPT_POLL_MS, SCRIPT_TIMEOUT_MS } from '../../shared/lib/timings.ts';

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
  sourceUrl: string;
  load: (signal: AbortSignal) => Promise<Result>;
};

export async function loadWithin<Result>({ sourceUrl, load }: ScriptLoad<Result>): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScriptTimedOut(sourceUrl)), SCRIPT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(controller.signal), deadline]);
  } catch (error) {
    removeScripts(sourceUrl);
    throw error;
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

function insertScript(scriptUrl: string): Promise<never> {
  return new Promise((_, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    script.addEventListener('error', () => reject(new Error(`${scriptUrl} did not load`)));
    document.head.append(script);
  });
}

async function waitFor<Found>(read: () => Found | undefined, signal: AbortSignal): Promise<Found> {
  for (let found = read(); ; found = read()) {
    if (found !== undefined) return found;
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, SCRIPT_POLL_MS));
  }
}

type GlobalLoad<Found> = { scriptUrl: string; read: () => Found | undefined };

export async function loadGlobal<Found>({ scriptUrl, read }: GlobalLoad<Found>): Promise<Found> {
  const known = read();
  if (known !== undefined) return known;
  return loadWithin({
    sourceUrl: scriptUrl,
    load: (signal) => {
      const isThere = [...document.scripts].some(({ src }) => src === scriptUrl);
      const found = waitFor(read, signal);
      return isThere ? found : Promise.race([found, insertScript(scriptUrl)]);
    },
  });
}
