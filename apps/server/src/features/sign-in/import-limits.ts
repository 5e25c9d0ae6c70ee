/** Limits of a file of shops (our choice). */
export const IMPORT_LIMITS = {
  rows: 500,
  /** Characters; longer cells are cut. Above the longest account and password, so a cell that is cut is still refused. */
  cellLength: 300,
} as const;
