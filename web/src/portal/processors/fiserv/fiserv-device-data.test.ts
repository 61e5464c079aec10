import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectDeviceData } from './fiserv-device-data.ts';

const ORIGIN = 'http://localhost:4010';
const COLLECTION = { url: `${ORIGIN}/fiserv/3ds/collect`, token: 'jwt', reference: 'device-1' };
const COMPLETED = '{"MessageType":"profile.completed","SessionId":"device-1","Status":true}';

const frame = () => document.querySelector('iframe');
const posted: object[] = [];

function say(message: unknown, origin = ORIGIN, source = frame()?.contentWindow) {
  const event = new MessageEvent('message', { data: message, origin, source: source ?? null });
  window.dispatchEvent(event);
}

beforeEach(() => {
  document.body.replaceChildren();
  vi.useFakeTimers();
  posted.length = 0;
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    const token = this.querySelector<HTMLInputElement>('input[name=JWT]')?.value;
    posted.push({ action: this.action, target: this.target, token });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('Device data of 3-D Secure with Fiserv', () => {
  it("device data collection posts the token into a hidden frame and waits for the provider's message", async () => {
    const collected = collectDeviceData(COLLECTION);
    const { url: action, token } = COLLECTION;
    expect(posted).toEqual([{ action, target: frame()?.name, token }]);
    expect(frame()?.closest('[hidden]')).not.toBeNull();
    say(COMPLETED);
    await collected;
    expect(document.body.childElementCount).toBe(0);
  });

  it('device data collection ignores foreign messages and delays a payment by at most ten seconds', async () => {
    const done = vi.fn();
    const collected = collectDeviceData(COLLECTION).then(done);
    say(COMPLETED, 'http://evil.example');
    say(COMPLETED, ORIGIN, window);
    say('{"MessageType":"other"}');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await collected;
    expect(frame()).toBeNull();
  });
});
