/**
 * Whether a page may draw from there. Its content policy may still block what is not encrypted: the picture then fails, and
 * is asked of our server.
 */
export const isPublic = (url: string): boolean => /^https?:\/\//.test(url);
