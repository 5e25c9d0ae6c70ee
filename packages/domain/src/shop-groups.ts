/** The colours of groups of shops: each is told from both themes' panes, and stands beside the name, never alone. */
export const GROUP_COLORS = ['red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'gray'] as const;
export type GroupColor = (typeof GROUP_COLORS)[number];

/** Most groups of an account, and longest name (our choice). */
export const GROUP_LIMITS = { groups: 100, name: 40 } as const;
