/** A row of the list of what is kept: see `tables.ts`. */
export interface KeptTable {
  /** For the reader of an export. */
  readonly holds: string;
  /** Whose data the rows are. */
  readonly of: 'account' | 'member' | 'buyer' | 'server';
  /** How long a row is kept while its account exists. Ours, where a number stands. */
  readonly until: string;
  /** The column that names the account; null where a row belongs to no account. */
  readonly account: 'account_id' | null;
  readonly exported: Exported;
  /**
   * When the account is deleted: rows that go in one transaction, in the order of this list, where an account may have
   * very many. Null: they go with the row to which the database's rules tie them, at last the account's own.
   */
  readonly batch: number | null;
}

export type Exported =
  /** Left out, and why. */
  | { readonly kind: 'never'; readonly why: string }
  | {
      readonly kind: 'rows';
      /** Columns that are left out, because somebody could get in with them, or guess. */
      readonly secrets: readonly string[];
      readonly files: KeptFile | null;
    };

/** A column of bytes that an export writes as files of its own. */
export interface KeptFile {
  readonly column: string;
  /** The column with the id that names the file. Rows with the same id make one file. */
  readonly name: string;
  /** The order of the rows that make one file. */
  readonly order: string | null;
  /** How the name ends; `of its type` where a column `type` tells the kind of picture. */
  readonly ending: 'mp4' | 'jpg' | 'bin' | 'of its type';
}

export const rows = (more: { readonly secrets?: readonly string[]; readonly files?: KeptFile } = {}): Exported => ({
  kind: 'rows',
  secrets: more.secrets ?? [],
  files: more.files ?? null,
});
export const never = (why: string): Exported => ({ kind: 'never', why });

export const OWN = { account: 'account_id', batch: null } as const;
export const many = (batch: number) => ({ account: 'account_id', batch }) as const;
export const SERVER = { of: 'server', account: null, batch: null } as const;

export const CHANGED = 'until somebody changes or deletes it';
export const WITH_CONVERSATION = 'as long as its conversation';
export const WITH_SHOP = 'until the shop is unbound';
