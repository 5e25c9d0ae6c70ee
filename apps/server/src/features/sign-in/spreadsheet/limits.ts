/** What a spreadsheet may be, ours: far above 500 rows of three cells, far below what could hurt. */
export const SPREADSHEET_LIMITS = {
  fileBytes: 1_000_000,
  /** All parts of the archive together, as they are unpacked, not as its directory claims. */
  expandedBytes: 20_000_000,
  archiveParts: 100,
  rows: 500,
  /** With empty ones in between. */
  sheetRows: 5_000,
  /** Of which the first are read; notes may stand behind them. */
  columns: 20,
  columnsRead: 3,
  /** Characters. */
  cellLength: 300,
  /** The worker that reads it. */
  memoryMb: 128,
  timeMs: 10_000,
} as const;
