import LinkifyIt from 'linkify-it';

/** A piece of a text: words, an address that can be opened, or the number of an order. */
export type TextPart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string; readonly host: string }
  | { readonly kind: 'number'; readonly text: string };

const linkify = new LinkifyIt({ fuzzyEmail: false, fuzzyIP: false });
/** Of all that a browser could open, only pages (no `mailto:`, no `ftp:`). */
linkify.add('mailto:', null).add('ftp:', null).add('//', null);

/**
 * Order numbers as the marketplaces write them (our choice of what counts): a date and eight letters or digits at
 * Shopee, 15 to 19 digits elsewhere.
 */
const NUMBERS = /(?<![\p{L}\p{N}])(?:\d{6}(?=\d*[A-Z])[0-9A-Z]{8}|\d{15,19})(?![\p{L}\p{N}])/gu;

/**
 * Where an address begins behind a word of a script without spaces, and where a sign of such a script ends it. The
 * library wants a space or an ASCII sign.
 */
const GLUED = /(?<=[^\p{ASCII}])(?=https?:\/\/|www\.)|(?=[\u3000-\u3020\uff01-\uff0f\uff1a-\uff20\uff3b-\uff65])/iu;

export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  let start = 0;
  for (const piece of text.split(GLUED)) {
    for (const { index, lastIndex, schema, raw } of linkify.match(piece) ?? []) {
      const address = addressOf(schema, raw);
      if (address === null) continue;
      parts.push(...withNumbers(text.slice(end, start + index)), { kind: 'link', text: raw, ...address });
      end = start + lastIndex;
    }
    start += piece.length;
  }
  parts.push(...withNumbers(text.slice(end)));
  return parts;
}

/** Without a scheme, only what begins with `www.` or has a path is an address: "ok.so" is none. */
function addressOf(schema: string, raw: string): { readonly url: string; readonly host: string } | null {
  if (schema === '' && !/^www\./i.test(raw) && !raw.includes('/')) return null;
  const url = URL.parse(schema === '' ? `https://${raw}` : raw);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return { url: url.href, host: url.hostname };
}

function withNumbers(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of text.matchAll(NUMBERS)) {
    if (found.index > end) parts.push({ kind: 'words', text: text.slice(end, found.index) });
    parts.push({ kind: 'number', text: found[0] });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ kind: 'words', text: text.slice(end) });
  return parts;
}
