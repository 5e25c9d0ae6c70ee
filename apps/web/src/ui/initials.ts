/** The initials of an avatar without a picture: one or two letters of the name. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter(Boolean);
  const first = firstCharacter(words[0] ?? '');
  // CJK and Thai names read best by their first character alone.
  if (first === '' || !/^[\p{Script=Latin}\p{N}]/u.test(first)) return first === '' ? '?' : first;
  // Numbers after a name do not help to recognise it.
  const second = words
    .slice(1)
    .map(firstCharacter)
    .findLast((letter) => /^\p{Script=Latin}/u.test(letter));
  return (first + (second ?? '')).toUpperCase();
}

/** The first letter as a person sees it: Thai vowels and emoji are more than one code point. */
function firstCharacter(text: string): string {
  for (const { segment } of SEGMENTER.segment(text)) return segment;
  return '';
}
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Dark enough for white letters at 4.5:1. */
export const AVATAR_COLOURS: readonly string[] = [
  '#9a3d1c',
  '#85601a',
  '#4f6b1d',
  '#1f7047',
  '#17696d',
  '#1f5f94',
  '#3f51b0',
  '#6a45ab',
  '#8d3a8f',
  '#a13263',
  '#5c5f66',
];

export function avatarColour(seed: string): string {
  let hash = 2_166_136_261;
  for (let index = 0; index < seed.length; index += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 16_777_619);
  }
  return AVATAR_COLOURS[(hash >>> 0) % AVATAR_COLOURS.length] ?? '#5c5f66';
}
