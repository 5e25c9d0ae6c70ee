/** Without the fields that are what the server has anyway; null when nothing is left. */
export const changedIn = <Part extends object>(edits: Partial<Part>, held: Part): Partial<Part> | null => {
  const changed = (Object.keys(edits) as (keyof Part)[]).filter(
    (key) => JSON.stringify(edits[key]) !== JSON.stringify(held[key]),
  );
  if (changed.length === 0) return null;
  const kept: Partial<Part> = {};
  for (const key of changed) kept[key] = edits[key];
  return kept;
};
