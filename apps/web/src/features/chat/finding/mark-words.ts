import { sought } from '../place/sought.ts';

/** The name under which the style of the log knows the words. */
const NAME = 'found-words';
let stop = () => {};

/**
 * Marks each of these words in the message that is being jumped to, once it is in view; empty words mark nothing. Marks are the
 * browser's highlights, so that the texts stay as they are. Browsers without them only colour the row.
 */
export function markWords(...words: readonly string[]): void {
  stop();
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(NAME);
  const wanted = words.filter((word) => word !== '');
  if (wanted.length === 0) return;
  stop = sought.subscribe(() => {
    if (sought.get() !== null) return;
    stop();
    // The row gets its colour with the next drawing.
    requestAnimationFrame(() => requestAnimationFrame(() => paint(wanted)));
  });
}

function paint(words: readonly string[]): void {
  const row = document.querySelector('[role="log"] [data-sought]');
  if (row === null) return;
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    ranges.push(...words.flatMap((word) => rangesIn(node, word)));
  }
  CSS.highlights.set(NAME, new Highlight(...ranges));
}

function rangesIn(node: Node, word: string): Range[] {
  const text = (node.nodeValue ?? '').toLowerCase();
  const wanted = word.toLowerCase();
  const ranges: Range[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    if (at + wanted.length > (node.nodeValue ?? '').length) break;
    const range = new Range();
    range.setStart(node, at);
    range.setEnd(node, at + wanted.length);
    ranges.push(range);
  }
  return ranges;
}
