/** Limits of a spreadsheet (our choice): far above what an import takes, far below what could harm the server. */
export const SPREADSHEET_LIMITS = {
  fileBytes: 1_000_000,
  /**
   * All parts of the archive together, counted while they are unpacked instead of taken from the archive's directory.
   */
  expandedBytes: 20_000_000,
  archiveParts: 100,
  /** Rows of the sheet, empty ones included. */
  sheetRows: 20_000,
  /** The columns in which headings are looked for. */
  columns: 20,
  /** Memory of the worker that reads the file. */
  memoryMb: 128,
  timeMs: 10_000,
} as const;
