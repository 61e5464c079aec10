import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountRequest } from '../../../../test/mount-request.ts';
import { confirmAction, readStepUp } from './fiserv-step-up.ts';

const STEP_UP = { stepUpUrl: 'http://localhost:4010/fiserv/3ds/step-up', challengeToken: 'jwt' };
const threeDSData = btoa(JSON.stringify(STEP_UP));
const { data } = mountRequest();

const frame = () => document.querySelector('iframe');
const posted: { action: string; target: string; token: string | undefined }[] = [];

function say(message: unknown, origin = 'http://localhost:4010', source = frame()?.contentWindow) {
  const event = new MessageEvent('message', { data: message, origin, source: source ?? null });
  window.dispatchEvent(event);
}

beforeEach(() => {
  posted.length = 0;
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    const token = this.querySelector<HTMLInputElement>('input[name=JWT]')?.value;
    posted.push({ action: this.action, target: this.target, token });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('Step-up of 3-D Secure with Fiserv', () => {
  it('step-up data is parsed, and other data is refused', () => {
    expect(readStepUp(threeDSData)).toEqual(STEP_UP);
    expect(() => readStepUp(btoa('{"stepUpUrl":1}'))).toThrow();
    expect(() => readStepUp('not base64 at all')).toThrow();
  });

  it("the step-up posts its token into a frame and ends with the page's message", async () => {
    document.body.style.pointerEvents = 'none';
    const confirmed = confirmAction({ data, threeDSData });
    expect(posted).toEqual([
      { action: STEP_UP.stepUpUrl, target: frame()?.name, token: STEP_UP.challengeToken },
    ]);
    expect(document.body.style.pointerEvents).toBe('auto');
    say({ MessageType: 'stepUp.completion' });
    await expect(confirmed).resolves.toBe(true);
    expect(document.querySelector('dialog')).toBeNull();
    expect(document.body.style.pointerEvents).toBe('none');
  });

  it('the step-up accepts messages only from its own frame and origin', async () => {
    const confirmed = confirmAction({ data, threeDSData });
    say({ MessageType: 'stepUp.completion' }, 'http://evil.example');
    say({ MessageType: 'stepUp.completion' }, 'http://localhost:4010', window);
    say('nothing');
    expect(document.querySelector('dialog')).not.toBeNull();
    say('{"MessageType":"stepUp.error"}');
    await expect(confirmed).resolves.toBe(false);
  });

  it('the step-up can be canceled', async () => {
    const confirmed = confirmAction({ data, threeDSData });
    document.querySelector('button')?.click();
    await expect(confirmed).resolves.toBe(false);
  });
});
