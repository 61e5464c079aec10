import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LoaderConfig, loadPayengineScript } from './payengine-loader.ts';

const SCRIPT = 'http://localhost:4010/payengine/js/1.0.0/securefields.min.js';
const API = { SecureFields: {} };

const defineObject = () => Object.assign(window, { PayEngine: API });
const token = async () => ({ access_token: 'token-1', expires_in: 600 });

let asked: HTMLScriptElement[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  Reflect.deleteProperty(window, 'PayEngine');
  vi.spyOn(console, 'debug').mockImplementation(() => {});
  asked = [];
  vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) asked.push(node);
    return node;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, 'PayEngine');
});

/** The script has loaded, but its object is not defined yet. */
async function scriptLoads(): Promise<HTMLScriptElement> {
  await vi.advanceTimersByTimeAsync(0);
  const [script] = asked;
  if (!script) throw new Error('no script was asked for');
  script.onload?.(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  return script;
}

describe('Loader of PayEngine (product §5.17, §8.11)', () => {
  it.each<[string, LoaderConfig | undefined]>([
    ['Must specify configuration parameter for Payengine library on first run', undefined],
    ['Either publicKey or fetchAccessToken is required', { scriptURL: SCRIPT }],
    [
      'fetchAccessToken is defined but does not return access_token',
      { scriptURL: SCRIPT, fetchAccessToken: async () => ({ access_token: '', expires_in: 0 }) },
    ],
    [
      'fetchAccessToken failed',
      { scriptURL: SCRIPT, fetchAccessToken: () => Promise.reject(new Error('away')) },
    ],
    ['Either scriptURL or publicKey is required', { fetchAccessToken: token }],
  ])('the loader fails with %j', async (message, config) => {
    await expect(loadPayengineScript(config)).rejects.toThrow(message);
    expect(asked).toEqual([]);
  });

  it('a loaded PayEngine script needs no configuration', async () => {
    defineObject();
    await expect(loadPayengineScript()).resolves.toBe(API);
  });

  it('the loader checks for the global object every 100 ms (product §9.4)', async () => {
    const loading = loadPayengineScript({ publicKey: 'pk_test_1', scriptURL: SCRIPT });
    const loaded = vi.fn();
    void loading.then(loaded);
    const script = await scriptLoads();
    expect(script.src).toBe(`${SCRIPT}?key=pk_test_1`);
    defineObject();
    await vi.advanceTimersByTimeAsync(99);
    expect(loaded).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(loaded).toHaveBeenCalledWith(API);
  });

  it('the loader callback has a name of 10 random letters, and one token is fetched (product §9.4)', async () => {
    const fetchAccessToken = vi.fn(token);
    const loading = loadPayengineScript({ scriptURL: SCRIPT, fetchAccessToken });
    const { src } = await scriptLoads();
    expect(src).toMatch(/&onload=payengineOnload_[a-z]{10}$/);
    defineObject();
    await vi.advanceTimersByTimeAsync(100);
    await loading;
    expect(fetchAccessToken).toHaveBeenCalledOnce();
  });

  it.each([
    ['pk_prod_1', 'https://console.payengine.co/js/1.0.0/securefields.min.js?key=pk_prod_1'],
    ['pk_test_1', 'https://console.payengine.dev/js/1.0.0/securefields.min.js?key=pk_test_1'],
  ])('the loader uses the console for the key %s when no URL is given', async (publicKey, src) => {
    const loading = loadPayengineScript({ publicKey, lightweight: true });
    expect((await scriptLoads()).src).toBe(src);
    defineObject();
    await vi.advanceTimersByTimeAsync(100);
    await loading;
  });
});
