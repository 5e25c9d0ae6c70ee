import type { AutomaticAnswer } from '@pasar/api';
import type { Transaction } from '../storage/database.ts';

/** So long a picture or a video is kept that nothing names (our choice). */
export const UNUSED_MEDIA_MS = 86_400_000;

const picturesOf = ({ parts, variants }: AutomaticAnswer): readonly string[] => [
  ...new Set(
    [parts, ...variants.map((variant) => variant.parts)]
      .flat()
      .flatMap((part) => (part.kind === 'image' ? [part.pictureId] : [])),
  ),
];

/** The content with copies of those pictures that belong to something else, as the content of a copied task has them. */
export async function withOwnPictures<Content extends AutomaticAnswer>(
  transaction: Transaction,
  content: Content,
): Promise<Content> {
  const [own = content] = await withOwnPicturesOfEach(transaction, [content]);
  return own;
}

/** The same for many contents with one statement. No two of them name the same picture. */
export async function withOwnPicturesOfEach<Content extends AutomaticAnswer>(
  transaction: Transaction,
  contents: readonly Content[],
): Promise<readonly Content[]> {
  const named = contents.flatMap(picturesOf);
  if (named.length === 0) return contents;
  const copied = await transaction.query<{ was: string; picture_id: string }>(
    `with given as (select picture_id as was, uuidv7() as picture_id, account_id, file_name, type, bytes, created_at
         from automatic_picture where picture_id = any($1::uuid[]) and used_by is not null),
       made as (insert into automatic_picture (picture_id, account_id, file_name, type, bytes, created_at)
         select picture_id, account_id, file_name, type, bytes, created_at from given)
     select was, picture_id from given`,
    [named],
  );
  const copyOf = new Map(copied.rows.map((row) => [row.was, row.picture_id]));
  const own = (parts: AutomaticAnswer['parts']) =>
    parts.map((part) =>
      part.kind === 'image' ? { ...part, pictureId: copyOf.get(part.pictureId) ?? part.pictureId } : part,
    );
  return contents.map((content) => ({
    ...content,
    parts: own(content.parts),
    variants: content.variants.map((variant) => ({ ...variant, parts: own(variant.parts) })),
  }));
}

/** Whether the pictures of a content are there, and belong to nothing else. `usedBy` null: to something that is made now. */
export async function arePicturesFree(
  transaction: Transaction,
  usedBy: string | null,
  content: AutomaticAnswer | null,
): Promise<boolean> {
  const named = content === null ? [] : picturesOf(content);
  if (named.length === 0) return true;
  const found = await transaction.query(
    'select from automatic_picture where picture_id = any($2::uuid[]) and (used_by is null or used_by = $1)',
    [usedBy, named],
  );
  return found.rowCount === named.length;
}

/**
 * Binds the pictures of contents to what uses them, and deletes its other pictures. False: a picture is gone, or belongs to
 * something else. `usedBy`: the id of a setting, a rule or a task.
 */
export async function claimPictures(
  transaction: Transaction,
  usedBy: string,
  ...contents: readonly (AutomaticAnswer | null)[]
): Promise<boolean> {
  const named = [...new Set(contents.flatMap((content) => (content === null ? [] : picturesOf(content))))];
  const claimed = await transaction.query(
    `update automatic_picture set used_by = $1 where picture_id = any($2::uuid[]) and (used_by is null or used_by = $1)`,
    [usedBy, named],
  );
  if (claimed.rowCount !== named.length) return false;
  await transaction.query('delete from automatic_picture where used_by = $1 and picture_id <> all($2::uuid[])', [
    usedBy,
    named,
  ]);
  return true;
}

/** The same for things that are made now, and have no other pictures. */
export async function claimPicturesOfEach(
  transaction: Transaction,
  made: readonly { readonly usedBy: string; readonly content: AutomaticAnswer }[],
): Promise<void> {
  const named = made.flatMap(({ usedBy, content }) => picturesOf(content).map((pictureId) => ({ usedBy, pictureId })));
  if (named.length === 0) return;
  await transaction.query(
    `update automatic_picture p set used_by = one.used_by from unnest($1::uuid[], $2::uuid[]) as one (picture_id, used_by)
     where p.picture_id = one.picture_id and p.used_by is null`,
    [named.map(({ pictureId }) => pictureId), named.map(({ usedBy }) => usedBy)],
  );
}
