/** A colleague who may be mentioned. */
export interface Mentionable {
  readonly memberId: string;
  readonly name: string;
}

/** The word behind an @ that is being typed before the cursor; null while none is. */
export function typedMention(text: string, cursor: number): { readonly from: number; readonly words: string } | null {
  const match = /(?:^|\s)@([^\s@]*)$/u.exec(text.slice(0, cursor));
  return match?.[1] === undefined ? null : { from: cursor - match[1].length - 1, words: match[1] };
}

/** Whose name begins with the words, or has a part that does. */
export const mentionable = <One extends Mentionable>(members: readonly One[], words: string): readonly One[] => {
  const wanted = words.toLowerCase();
  return members.filter(({ name }) =>
    [name, ...name.split(/\s+/u)].some((part) => part.toLowerCase().startsWith(wanted)),
  );
};

/**
 * The members whom the text mentions. Of two names of which the one begins with the other, the longer is meant where it
 * stands.
 */
export function mentionedIn(text: string, members: readonly Mentionable[]): readonly string[] {
  let rest = text;
  return members
    .toSorted((left, right) => right.name.length - left.name.length)
    .filter(({ name }) => {
      const isThere = rest.includes(`@${name}`);
      if (isThere) rest = rest.replaceAll(`@${name}`, ' ');
      return isThere;
    })
    .map(({ memberId }) => memberId);
}
