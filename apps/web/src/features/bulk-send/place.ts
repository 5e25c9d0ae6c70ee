/** The tabs of the page, in the order of spec 1 §2. */
export const TABS = ['send', 'tasks', 'distribution'] as const;
export type Tab = (typeof TABS)[number];

export const tabOf = (query: URLSearchParams): Tab => TABS.find((one) => one === query.get('tab')) ?? 'tasks';
export const addressOf = (tab: Tab): string => `/bulk-send?tab=${tab}`;
