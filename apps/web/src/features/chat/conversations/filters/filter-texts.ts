/** The names of the sorts of a list, and of whom its conversations are assigned to. */
export const SORT_TEXTS = { tab: 'sort.tab', newest: 'sort.newest', longestWait: 'sort.longestWait' } as const;
export const ASSIGNEE_TEXTS = {
  mine: 'assignee.mine',
  nobody: 'assignee.nobody',
  others: 'assignee.others',
} as const;
