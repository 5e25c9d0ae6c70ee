import { createStore, type Readable } from '@pasar/sync';

const isOpen = createStore(false);
/** Whether the dialog of the chat settings is open. */
export const chatSettingsOpen: Readable<boolean> = isOpen;
export const openChatSettings = (): void => isOpen.update(() => true);
export const closeChatSettings = (): void => isOpen.update(() => false);
