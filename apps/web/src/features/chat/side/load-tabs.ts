/** The code of the tabs, each in its own file. Apart, because the names of all those files would be in the first script. */
export const loadOrders = () => import('../orders/load-panel.ts').then(({ loadPanel }) => loadPanel());
export const loadProducts = () => import('../products/load-panel.ts').then(({ loadPanel }) => loadPanel());
export const loadQuickReplies = () => import('../quick-replies/panel.tsx').then(({ loadPanel }) => loadPanel());
