import type { AutomaticContent } from '@pasar/api';
import type { Transaction } from '../storage/database.ts';

const picturesOf = ({ parts, variants }: AutomaticContent): readonly string[] => [
  ...new Set(
    [parts, ...variants.map((variant) => variant.parts)]
      .flat()
      .flatMap((part) => (part.kind === 'image' ? [part.pictureId] : [])),
  ),
];

/**
 * Binds the pictures of a content to what uses it, and deletes its other pictures. False: a picture is gone, or belongs to
 * something else. `usedBy`: the id of a setting, a rule or a task.
 */
export async function claimPictures(
  transaction: Transaction,
  usedBy: string,
  content: AutomaticContent | null,
): Promise<boolean> {
  const named = content === null ? [] : picturesOf(content);
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
