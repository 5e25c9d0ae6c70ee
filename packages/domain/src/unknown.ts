/** A word of the marketplace's that has no place in a vocabulary of ours. The word itself is kept beside it, as `wireStatus`. */
export const UNKNOWN = 'unknown';
export type Unknown = typeof UNKNOWN;
