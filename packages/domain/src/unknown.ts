/**
 * Stands for a word of a marketplace that no vocabulary of ours has. The marketplace's own word is kept beside it, as
 * `wireStatus` or `wireType`.
 */
export const UNKNOWN = 'unknown';
export type Unknown = typeof UNKNOWN;
