/**
 * Stands for a marketplace's word that is in no vocabulary of Pasar. The marketplace's own word is kept beside it, as
 * `wireStatus` or `wireType`.
 */
export const UNKNOWN = 'unknown';
export type Unknown = typeof UNKNOWN;
