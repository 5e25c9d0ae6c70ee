/** What loads the screens that few visits open: one script, so that the first paint names one. */
export { loadChatSettingsDialog } from '../features/chat/settings/load.ts';
export { loadAccounts } from './load-accounts.ts';
export { loadBulkSend } from './load-bulk-send.ts';
export { loadOrderCare } from './load-order-care.ts';
export { loadOrderPages } from './load-order-pages.ts';
export { loadRemarks } from './load-remarks.ts';
export { loadSearch } from './load-search.ts';
export { loadSettingProxy } from './load-setting-proxy.ts';
export { loadShopOverlays } from './load-shop-overlays.ts';
export { loadTimer } from './load-timer.ts';
export { loadSettingsPage } from './settings.ts';
