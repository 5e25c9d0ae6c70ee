/**
 * The next wanted item of a list after `from`. Continues at the other end of the list and skips `from` itself. Null:
 * there is none.
 */
export function nextIn<Id>(
  ids: readonly Id[],
  from: Id | null,
  step: 1 | -1,
  isWanted: (id: Id) => boolean,
): Id | null {
  const at = from === null ? -1 : ids.indexOf(from);
  const start = at < 0 ? (step > 0 ? -1 : ids.length) : at;
  for (let turn = 1; turn <= ids.length; turn += 1) {
    const index = (((start + step * turn) % ids.length) + ids.length) % ids.length;
    const id = ids[index];
    if (id !== undefined && id !== from && isWanted(id)) return id;
  }
  return null;
}
