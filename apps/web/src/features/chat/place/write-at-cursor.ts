/**
 * Writes words at the cursor of a text box and moves the focus there. What is written stays, a selection too: the words
 * come behind it. Uses the browser's own editing, so that undo takes the words back.
 */
export function writeAtCursor(area: HTMLTextAreaElement, words: string): void {
  area.focus();
  area.setSelectionRange(area.selectionEnd, area.selectionEnd);
  write(area, words);
}

/** Writes words in place of all that stands in a text box; undo brings back what stood there. */
export function rewrite(area: HTMLTextAreaElement, words: string): void {
  area.focus();
  area.setSelectionRange(0, area.value.length);
  write(area, words);
}

function write(area: HTMLTextAreaElement, words: string): void {
  if (document.execCommand(words === '' ? 'delete' : 'insertText', false, words)) return;
  area.setRangeText(words, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
