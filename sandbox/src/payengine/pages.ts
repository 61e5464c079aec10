// The files that PayEngine serves to browsers: the script that a merchant's page loads, the frames of its secure
// fields, and the 3-D Secure challenge.
import { type BrowserFile, FRAME_HEADERS, fillMonth, SCRIPT_HEADERS } from '../browser-files.ts';
import type { Clock } from '../clock.ts';

const SCRIPT_NAMES = ['securefields.min.js', 'embed.js'] as const;
const FIELD_FILES = ['field.css', 'field.js', 'formats.js', 'styling.js', 'tokenizing.js'];

const file = (path: string): BrowserFile => ({ path: `/${path}`, file: `payengine/${path}` });

export function payEnginePages(clock: Clock): BrowserFile[] {
  return [
    ...SCRIPT_NAMES.map((name) => ({
      path: `/js/1.0.0/${name}`,
      file: 'payengine/securefields.js',
      parts: ['common/frames.js'],
      headers: SCRIPT_HEADERS,
    })),
    { ...file('fields/field.html'), headers: FRAME_HEADERS, render: fillMonth(clock) },
    ...FIELD_FILES.map((name) => file(`fields/${name}`)),
    { path: '/3ds/challenge.html', file: 'common/challenge.html', headers: FRAME_HEADERS },
    { path: '/3ds/challenge.css', file: 'common/challenge.css' },
    file('3ds/challenge.js'),
  ];
}
