/** All that the first look at the desk needs, in one piece. */
export { ChatPage } from '../features/chat/chat-page.tsx';
export { DeskWindow } from './desk-window.tsx';
