/** As words of rules are compared: width, case and the kind of space make no difference; marks of letters do. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** Thai and Chinese have no spaces between words, so a word ends there wherever it is found. */
const SPACED = /^[\p{Script=Latin}\p{Script=Inherited}\p{N}]/u;
const goesOn = (left: string, right: string): boolean => SPACED.test(left) && SPACED.test(right);

/** Whether a folded word that begins at a place of a folded text is not a part of a longer word there. */
export function isWholeAt(text: string, word: string, at: number): boolean {
  const end = at + word.length;
  return !goesOn(text.charAt(at - 1), word.charAt(0)) && !goesOn(word.charAt(word.length - 1), text.charAt(end));
}
