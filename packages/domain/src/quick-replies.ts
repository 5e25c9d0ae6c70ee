/** Limits of quick replies. They stand apart, so that the browser loads them with the first quick reply. */
export const QUICK_REPLY_LIMITS = {
  /** Most shortcuts of a group that a marketplace keeps itself (spec 1 §9). Pasar's own quick replies have no limit. */
  shortcutsPerGroup: 20,
  /** Longest title of a quick reply and longest name of a group (our choice). */
  titleLength: 100,
  /** Most parts of a quick reply, as many as pictures that may be sent together (our choice). */
  parts: 9,
  /** Most videos of replies that an account keeps (our choice): each is up to as large as a marketplace takes. */
  videos: 30,
  /** A picture or a video that no saved reply names is kept for this long (our choice). */
  unclaimedMs: 86_400_000,
} as const;
