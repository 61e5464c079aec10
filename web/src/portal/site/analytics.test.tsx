import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeNetwork } from '../../../test/fake-network.ts';
import { createPostEvent } from '../../shared/api/post-event.ts';
import { Analytics, createPixels, createPlausible, readConsent } from './analytics.tsx';
import { readAnalyticsConfig } from './analytics-config.ts';

const NO_SERVICES = {
  analytics: null,
  clarityId: null,
  metaPixelId: null,
  linkedinPartnerId: null,
};
const CLARITY = { ...NO_SERVICES, clarityId: 'abcdef1234' };
const PIXELS = { ...NO_SERVICES, metaPixelId: '1234567890', linkedinPartnerId: '98765' };

const scripts = () => Array.from(document.head.querySelectorAll('script'), ({ src }) => src);

type SimulatedWindow = { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } };

beforeEach(() => {
  localStorage.clear();
  const simulated = window as unknown as SimulatedWindow; // because the tests' window has this besides
  simulated.happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
});
afterEach(() => {
  cleanup();
  for (const script of document.head.querySelectorAll('script')) script.remove();
  delete window.clarity;
});

function open(pathname: string) {
  let reloads = 0;
  const reload = () => {
    reloads += 1;
  };
  const show = (path: string) => <Analytics settings={CLARITY} pathname={path} reload={reload} />;
  const { rerender } = render(show(pathname));
  return { goTo: (path: string) => rerender(show(path)), reloads: () => reloads };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('Analytics on the product’s own pages (R29)', () => {
  it('analytics asks for consent and loads nothing before consent', () => {
    open('/');
    expect(scripts()).toEqual([]);
    press('No, thanks');
    expect(scripts()).toEqual([]);
    expect(screen.queryByRole('region')).toBeNull();
    cleanup();
    open('/faq');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('analytics starts once after consent and identifies a debtor', () => {
    const { goTo } = open('/');
    press('Allow');
    goTo('/faq');
    expect(scripts()).toEqual(['https://www.clarity.ms/tag/abcdef1234']);
    expect(window.clarity?.q).toEqual([
      ['consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' }],
      ['set', 'userType', 'DEBTOR'],
    ]);
  });

  it('the document is reloaded before a page with input fields opens', () => {
    const { goTo, reloads } = open('/');
    press('Allow');
    expect(reloads()).toBe(0);
    goTo('/resolve');
    expect(reloads()).toBe(1);
  });

  it('consent can be withdrawn on the privacy policy page, which reloads the document', () => {
    const { goTo, reloads } = open('/');
    press('Allow');
    goTo('/privacy-policy');
    press('Turn off');
    expect(reloads()).toBe(1);
    expect(readConsent()).toBe('denied');
    expect(screen.getByText('Usage statistics are off.')).toBeDefined();
  });

  it('analytics treats Global Privacy Control as a denial', () => {
    localStorage.setItem('measuring', 'granted');
    const browser = { ...navigator, globalPrivacyControl: true };
    expect(readConsent(() => localStorage, browser)).toBe('denied');
    expect(readConsent()).toBe('granted');
  });

  it('analytics cannot be turned on while Global Privacy Control is set', () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
    render(<Analytics settings={PIXELS} pathname="/privacy-policy" />);
    Reflect.deleteProperty(navigator, 'globalPrivacyControl');
    expect(screen.getByText(/Global Privacy Control/)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('Data sent by the analytics adapters', () => {
  it('Plausible receives the path and that a debtor visited', async () => {
    const network = createFakeNetwork();
    network.answer('POST https://plausible.example/api/event', { status: 202, body: {} });
    window.history.replaceState(null, '', '/faq?invoiceRef=HD-2041#secret');
    const settings = { url: 'https://plausible.example', site: 'pay.example.com' };
    createPlausible(settings, createPostEvent(network.fetch)).pageViewed('/faq');
    expect(network.sent).toHaveLength(1);
    const [{ body } = { body: null }] = network.sent;
    const told = typeof body === 'string' ? JSON.parse(body) : body;
    expect(told).toEqual({
      name: 'pageview',
      domain: 'pay.example.com',
      url: `${window.location.origin}/faq`,
      props: { userType: 'DEBTOR' },
    });
    window.history.replaceState(null, '', '/');
  });

  it('the pixels receive only their own number', () => {
    const loaded: string[] = [];
    createPixels(PIXELS, (address) => void loaded.push(address))?.pageViewed('/');
    expect(loaded).toEqual([
      'https://www.facebook.com/tr?id=1234567890&ev=PageView&noscript=1',
      'https://px.ads.linkedin.com/collect/?pid=98765&fmt=gif',
    ]);
    expect(createPixels(NO_SERVICES)).toBeNull();
  });

  it('the analytics config is read from the document, and a missing config disables analytics', () => {
    expect(readAnalyticsConfig()).toBeNull();
    const page = new DOMParser().parseFromString(
      `<meta name="measuring" content='${JSON.stringify(PIXELS)}' />`,
      'text/html',
    );
    expect(readAnalyticsConfig(page)).toEqual(PIXELS);
  });
});
