/**
 * Reads text from bytes. Short texts repeat often in chat (map keys, flags, names, ids of the conversation), and
 * converting bytes to a string costs more than comparing the bytes with those that had the same place in a table last
 * time. The table has a fixed number of places, so it never grows; bytes that are not in it are converted as usual.
 */
const WORDS = 8;
/** Map keys are few, so long keys repeat, too. */
export const LONGEST_KEY = WORDS * 4;
/** Longer values are mostly trace ids and similar texts that do not repeat. */
export const LONGEST_VALUE = 24;
const PLACES = 2048;

const texts: string[] = new Array<string>(PLACES).fill('');
const lengths = new Uint8Array(PLACES);
const table = new Int32Array(PLACES * WORDS);
const words = new Int32Array(WORDS);

/**
 * The runtime's own UTF-8 slice of a byte array, which needs no view of it; where it is missing, the platform's
 * decoder.
 */
type Slice = (this: Uint8Array, start: number, end: number) => string;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const native: unknown = typeof Buffer === 'undefined' ? undefined : Reflect.get(Buffer.prototype, 'utf8Slice');
const slice: Slice =
  typeof native === 'function'
    ? (native as Slice)
    : function (start, end) {
        return decoder.decode(this.subarray(start, end));
      };

/** `view` covers the whole memory of `bytes`. Bytes that are not UTF-8 become U+FFFD. */
export function textAt(bytes: Uint8Array, view: DataView, start: number, end: number, longest: number): string {
  const length = end - start;
  if (length > longest) return slice.call(bytes, start, end);
  if (length === 0) return '';
  const offset = bytes.byteOffset;
  let at = start;
  let count = 0;
  let hash = length;
  for (; at + 4 <= end; at += 4) {
    const word = view.getInt32(offset + at, true);
    words[count++] = word;
    hash = Math.imul(hash ^ word, 0x9e37_79b1);
  }
  if (at < end) {
    let word = bytes[at] as number;
    if (at + 1 < end) word |= (bytes[at + 1] as number) << 8;
    if (at + 2 < end) word |= (bytes[at + 2] as number) << 16;
    words[count++] = word;
    hash = Math.imul(hash ^ word, 0x9e37_79b1);
  }
  const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
  const from = place * WORDS;
  if (lengths[place] === length) {
    let index = 0;
    while (index < count && table[from + index] === words[index]) index += 1;
    if (index === count) return texts[place] as string;
  }
  const text = slice.call(bytes, start, end);
  lengths[place] = length;
  texts[place] = text;
  for (let index = 0; index < count; index += 1) table[from + index] = words[index] as number;
  return text;
}
