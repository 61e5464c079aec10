// The files PayEngine serves to browsers: the script a merchant's page loads, the frames of its
// secure fields, and the 3-D Secure challenge. Any site may embed the frames, because the sandbox
// does not know its merchants' websites.
import { type BrowserFile, contentSecurityPolicy } from '../browser-files.ts';
import type { Clock } from '../clock.ts';

const SCRIPT_NAMES = ['securefields.min.js', 'embed.js'] as const;

const FRAME_HEADERS = {
  'content-security-policy': contentSecurityPolicy('*'),
  'cross-origin-resource-policy': 'cross-origin',
};

function frameFile(folder: 'fields' | '3ds', name: string): BrowserFile {
  return { path: `/${folder}/${name}`, file: `payengine/${folder}/${name}` };
}

/** The fields validate expiry dates against the sandbox's clock, not the visitor's. */
function monthOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().slice(0, 7);
}

export function payEnginePages(clock: Clock): BrowserFile[] {
  return [
    ...SCRIPT_NAMES.map((name) => ({
      path: `/js/1.0.0/${name}`,
      file: 'payengine/securefields.js',
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
    })),
    {
      ...frameFile('fields', 'field.html'),
      headers: FRAME_HEADERS,
      render: (text) => text.replace('{{month}}', monthOf(clock)),
    },
    frameFile('fields', 'field.css'),
    frameFile('fields', 'field.js'),
    frameFile('fields', 'formats.js'),
    frameFile('fields', 'styling.js'),
    frameFile('fields', 'tokenizing.js'),
    { ...frameFile('3ds', 'challenge.html'), headers: FRAME_HEADERS },
    frameFile('3ds', 'challenge.css'),
    frameFile('3ds', 'challenge.js'),
  ];
}
