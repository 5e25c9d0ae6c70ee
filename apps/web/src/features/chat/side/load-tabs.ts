/** The code of the tabs, each in its own file. Apart, because the names of all those files would be in the first script. */
export const TAB_LOADERS = {
  buyer: () => import('./buyer/load-panel.ts').then(({ loadPanel }) => loadPanel()),
  orders: () => import('../orders/load-panel.ts').then(({ loadPanel }) => loadPanel()),
  products: () => import('../products/load-panel.ts').then(({ loadPanel }) => loadPanel()),
  quickReplies: () => import('../quick-replies/panel.tsx').then(({ loadPanel }) => loadPanel()),
};
