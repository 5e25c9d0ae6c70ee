/** The files of the buyer's phone and of the page of letters: a fixed list, so that no path can reach another file. */
import { readFile } from 'node:fs/promises';

export interface PhoneFile {
  readonly path: string;
  readonly type: string;
  read(): Promise<Buffer>;
}

/**
 * Every script and style comes from this server and none is inline; pictures may also come from the marketplaces beside
 * it.
 */
export const PHONE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http://127.0.0.1:* http://localhost:*; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const directory = new URL('./public/', import.meta.url);
const MODULES = [
  'main.js',
  'api.js',
  'answer.js',
  'bubbles.js',
  'chat.js',
  'chatter.js',
  'inbox.js',
  'letters.js',
  'picker.js',
  'pictures.js',
  'texts.js',
  'typing.js',
];

const file = (path: string, name: string, type: string): PhoneFile => ({
  path,
  type: `${type}; charset=utf-8`,
  read: () => readFile(new URL(name, directory)),
});

export const phoneFiles = (): readonly PhoneFile[] => [
  file('/', 'index.html', 'text/html'),
  file('/phone/phone.css', 'phone.css', 'text/css'),
  file('/phone/icon.svg', 'icon.svg', 'image/svg+xml'),
  ...MODULES.map((name) => file(`/phone/${name}`, name, 'text/javascript')),
  file('/letters', 'letters.html', 'text/html'),
  file('/phone/letters.css', 'letters.css', 'text/css'),
];
