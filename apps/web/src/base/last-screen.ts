import { z } from 'zod';
import { createStoredStore } from '../ui/stored.ts';
import { CHAT_ROUTES } from './scopes.ts';

/** The member who was last signed in to this browser, and the path of the last screen of each member. */
const schema = z.object({ memberId: z.string().nullable(), paths: z.record(z.string(), z.string()) });
const screens = createStoredStore(localStorage, 'pasar.screens', schema, { memberId: null, paths: {} });

export const rememberMember = (memberId: string): void => screens.update((held) => ({ ...held, memberId }));

/** A page that is not of the chat is no screen to begin on. */
export const rememberScreen = (memberId: string, path: string): void =>
  screens.update(({ paths }) => ({ memberId, paths: isChat(path) ? { ...paths, [memberId]: path } : paths }));
const isChat = (path: string): boolean => CHAT_ROUTES.some((route) => route.path === path);

/** The last screen of the member; at first that of all shops, because a sub-account may have none at a marketplace. */
export function lastScreen(): string {
  const { memberId, paths } = screens.get();
  const path = memberId === null ? undefined : paths[memberId];
  return path !== undefined && isChat(path) ? path : '/chat/all';
}
