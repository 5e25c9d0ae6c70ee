import type { MentionView } from '@pasar/api';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useDesk } from '../../../base/desk.tsx';
import { CHAT_ROUTES } from '../../../base/scopes.ts';
import { reveal } from '../place/selection.ts';
import { sought } from '../place/sought.ts';
import { shopOf } from './commands.ts';

/** Opens the conversation at the note, in the chat of all shops. */
export function useJumpToNote(): (note: MentionView['note']) => Promise<void> {
  const desk = useDesk();
  const navigate = useNavigate();
  return useCallback(
    async ({ conversationId, noteId, anchorPosition }) => {
      const held = desk.state.get().shown.get(conversationId);
      const shopId = held?.shopId ?? (await shopOf(conversationId));
      const route = CHAT_ROUTES.find(({ scope }) => scope === 'all');
      if (shopId === null || route === undefined) return;
      if (held === undefined) desk.windows.prefetch(conversationId);
      reveal(route.scope, { conversationId, shopId });
      sought.update(() => ({ conversationId, key: noteId, position: anchorPosition }));
      void navigate(route.path);
    },
    [desk, navigate],
  );
}
