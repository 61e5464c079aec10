/** A company's logo (R52): fetched once or uploaded, converted to PNG, served from our own origin. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { drawLogo } from '../../src/companies/logos/draw-logo.ts';
import { fetchPicture } from '../../src/companies/logos/fetch-picture.ts';
import {
  drawApart,
  fetchLogo,
  fetchNewLogos,
  storeUploadedLogo,
} from '../../src/companies/logos/store-logo.ts';
import { PUBLIC_INTERNET, type Reach } from '../../src/platform/outbound/reach.ts';
import type { TestCompany } from '../world/company.ts';
import { type OwnPortal, openOwnPortal } from '../world/own-portal.ts';

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="#0f766e"/><circle cx="50" cy="50" r="30" fill="#fff"/></svg>',
);

/** The product writes only PNG. The test creates its images with the same library. */
sharp.unblock({ operation: ['VipsForeignSaveJpegBuffer', 'VipsForeignSaveWebpBuffer'] });

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let portal: OwnPortal;
let server: Server;
let port: number;
let requests: string[] = [];

const redirectTo =
  (location: string): Answer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

const ANSWERS: Record<string, Answer> = {
  '/logo.svg': (_request, response) => void response.end(SVG),
  '/moved': redirectTo('/logo.svg'),
  '/to-metadata': redirectTo('http://169.254.169.254/latest/meta-data'),
  '/to-inside': redirectTo('http://inside.example/logo.svg'),
  '/around': redirectTo('/around'),
  '/text': (_request, response) => void response.end('<html>no picture</html>'),
  '/large': (_request, response) => void response.end(Buffer.alloc(1_000_001)),
  '/missing': (_request, response) => void response.writeHead(404).end(),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    (ANSWERS[request.url ?? ''] ?? ANSWERS['/missing'])?.(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // Safe because the server listens on a TCP port.
  ({ port } = server.address() as AddressInfo);
  portal = await openOwnPortal();
});
afterAll(async () => {
  server.close();
  await portal.close();
});

/** The web server of this test stands for the public internet. Everything else is a private network. */
function reach(changes: Partial<Reach> = {}): Reach {
  return {
    protocols: ['http:'],
    resolve: async (host) => [
      { address: host === 'logos.example' ? '127.0.0.1' : '10.0.0.7', family: 4 },
    ],
    isAllowed: (address) => address === '127.0.0.1',
    ...changes,
  };
}

const at = (path: string) => `http://logos.example:${port}${path}`;

describe('Fetching a logo (R52)', () => {
  it('a logo is fetched, even after a redirect', async () => {
    expect(await fetchPicture(reach(), at('/logo.svg'))).toEqual(SVG);
    expect(await fetchPicture(reach(), at('/moved'))).toEqual(SVG);
  });

  it.each([
    ['a redirect to an address of a private network', '/to-metadata', 'public internet'],
    ['a redirect to a name of a private network', '/to-inside', 'public internet'],
    ['redirects without an end', '/around', 'too often'],
    ['more than 1 MB', '/large', '1 MB'],
    ['an error', '/missing', '404'],
  ])('a logo is refused for %s', async (_what, path, said) => {
    await expect(fetchPicture(reach(), at(path))).rejects.toThrow(said);
  });

  it('a host name that resolves to a private address at connection time is refused', async () => {
    const answers = ['127.0.0.1', '10.0.0.7'];
    const rebinding = reach({
      resolve: async () => [{ address: answers.shift() ?? '10.0.0.7', family: 4 }],
    });
    await fetchPicture(rebinding, at('/logo.svg'));
    requests = [];
    await expect(fetchPicture(rebinding, at('/logo.svg'))).rejects.toThrow('public internet');
    expect(requests).toEqual([]);
  });

  it.each([
    'http://logos.example/logo.png',
    'https://127.0.0.1/logo.png',
    'https://[::1]/logo.png',
    'https://169.254.169.254/latest',
    'https://2130706433/logo.png',
    'https://0x7f.1/logo.png',
    'https://localhost/logo.png',
    'https://user:secret@logos.example/logo.png',
    'file:///etc/passwd',
    'not an address',
  ])('the address %s is refused without a connection', async (address) => {
    await expect(fetchPicture(PUBLIC_INTERNET, address)).rejects.toThrow(/public internet|https/);
  });
});

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100">${content}</svg>`;

const FILTER = '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/></filter>';
const FILTERED = '<rect width="300" height="100" filter="url(#f)"/>';

/** Returns a PNG chunk. Its checksum may be wrong, because the size is checked before the checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

function blankPng(width: number, height: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // 1-bit grayscale.
  size[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const parts = [chunk('IHDR', size), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

describe('Drawing a logo (R52)', () => {
  it.each(['png', 'jpeg', 'webp', 'svg'] as const)(
    'a logo in %s format is converted to PNG in two sizes',
    async (format) => {
      const given = format === 'svg' ? SVG : await sharp(SVG)[format]().toBuffer();
      const { wide, wideWidth, wideHeight, icon } = await drawLogo(given);
      expect(await sharp(wide).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
      expect([wideWidth, wideHeight]).toEqual([336, 112]);
      expect(await sharp(icon).metadata()).toMatchObject({
        format: 'png',
        width: 180,
        height: 180,
      });
    },
  );

  it('a logo that is not an image, has an unsupported format or is too large is refused', async () => {
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
    const vast = '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>';
    for (const bytes of [Buffer.from('no picture'), gif, Buffer.from(vast), SVG.subarray(0, 40)]) {
      await expect(drawLogo(bytes)).rejects.toThrow('picture');
    }
  });

  it.each([
    ['more than 16 million pixels', blankPng(8000, 8000), '16 million pixels'],
    ['SVG filters', Buffer.from(svg(FILTER + FILTERED)), 'filters'],
  ])('a logo with %s is refused before it is drawn', async (_what, bytes, said) => {
    await expect(drawLogo(bytes)).rejects.toThrow(said);
  });

  it('an image that takes too much time or memory is refused, and its process is killed', async () => {
    // An element name hidden by an entity is not detected.
    const hidden = FILTER.replaceAll('"', "'").replaceAll('<', '&#60;');
    const slow = svg(`&f;${FILTERED.repeat(300)}`);
    const picture = Buffer.from(`<!DOCTYPE svg [<!ENTITY f "${hidden}">]>${slow}`);
    const [tooSlow, tooLarge] = await Promise.allSettled([
      drawApart(picture, { timeoutMs: 1500, memoryMb: 512 }),
      drawApart(SVG, { timeoutMs: 60_000, memoryMb: 20 }),
    ]);
    for (const end of [tooSlow, tooLarge]) {
      expect(end).toMatchObject({ status: 'rejected', reason: { name: 'LogoRefused' } });
    }
    expect(tooSlow).toMatchObject({
      reason: { cause: { message: expect.stringContaining('1500 ms') } },
    });
    const children = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap');
    await expect.poll(children).toEqual([]);
  });

  it('an SVG logo cannot fetch other resources', async () => {
    requests = [];
    const image = `<image href="http://127.0.0.1:${port}/logo.svg" width="10" height="10"/>`;
    await drawLogo(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5"/>${image}</svg>`,
      ),
    );
    expect(requests).toEqual([]);
  });
});

async function toBrand({ domain }: TestCompany) {
  const answer = await fetch(`${portal.url}/api/portal/company/${domain}`);
  const shape = z.object({
    company: z.object({ logoUrl: z.string().nullable(), iconUrl: z.string().nullable() }),
  });
  return shape.parse(await answer.json()).company;
}

const upload = async ({ companyId }: TestCompany) =>
  storeUploadedLogo(portal.deps, companyId, await drawApart(SVG));

const fetchLogoFor = async (url: string | null) => fetch(`${portal.url}${url}`);

describe('A stored logo (R52)', () => {
  it('the logo URL of a company is fetched once, and the logo is then served from our origin', async () => {
    const harbor = await portal.company({ logoUrl: at('/logo.svg') });
    requests = [];
    await fetchNewLogos(portal.deps, reach());
    await fetchNewLogos(portal.deps, reach());
    expect(requests).toEqual(['/logo.svg']);
    const { logoUrl, iconUrl } = await toBrand(harbor);
    const answer = await fetchLogoFor(logoUrl);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = Buffer.from(await (await fetchLogoFor(iconUrl)).arrayBuffer());
    expect(await sharp(icon).metadata()).toMatchObject({ width: 180, height: 180 });
  });

  it('a logo that cannot be fetched is not retried, and the previous logo stays', async () => {
    const harbor = await portal.company();
    await upload(harbor);
    const before = await toBrand(harbor);
    const broken = { companyId: harbor.companyId, url: at('/text'), reach: reach() };
    await expect(fetchLogo(portal.deps, broken)).rejects.toThrow('picture');
    await portal.pool.query('update companies set logo_url = $2 where company_id = $1', [
      harbor.companyId,
      at('/text'),
    ]);
    requests = [];
    await fetchNewLogos(portal.deps, reach());
    expect(requests).toEqual([]);
    expect(await toBrand(harbor)).toEqual(before);
    expect((await fetchLogoFor(before.logoUrl)).status).toBe(200);
  });

  it('a logo request with another version, another size or no logo returns 404', async () => {
    const harbor = await portal.company();
    expect(await toBrand(harbor)).toEqual({ logoUrl: null, iconUrl: null });
    await upload(harbor);
    const { logoUrl } = await toBrand(harbor);
    const wrong = [logoUrl?.replace(/wide$/, 'huge'), logoUrl?.replace(/logo\/\w+/, 'logo/0')];
    for (const url of wrong) expect((await fetchLogoFor(url ?? null)).status).toBe(404);
  });
});
