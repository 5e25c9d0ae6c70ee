import type { MentionView } from '@pasar/api';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useDesk } from '../base/desk.tsx';
import { useLookUp } from '../base/look-up.ts';
import { CHAT_ROUTES } from '../base/scopes.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { reveal } from '../features/chat/place/selection.ts';
import { sought } from '../features/chat/place/sought.ts';
import { shopOf } from '../features/chat/together/commands.ts';
import { MENTIONS } from '../features/chat/together/note-look-ups.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../ui/menu.tsx';

/** The notes that mention the member, with the number of the unseen ones; nothing while there is none. */
export function MentionsEntry() {
  const { t } = useTranslation('together');
  const look = useLookUp(MENTIONS, {});
  const jump = useJumpToNote();
  const known = look.state === 'found' || look.state === 'stale' ? look.data : null;
  if (known === null || known.mentions.length === 0) return null;
  const items = known.mentions.map(
    ({ note, buyer, isSeen }): MenuItem => ({
      kind: 'action',
      key: note.noteId,
      icon: isSeen ? 'read' : 'unread',
      label: t('mentions.item', { author: note.author, buyer, text: note.text.slice(0, 120) }),
      onChoose: () => void jump(note),
    }),
  );
  const label = known.unseen === 0 ? t('mentions.none') : t('mentions.label', { count: known.unseen });
  return (
    <MenuButton
      label={`${t('mentions.title')}: ${label}`}
      items={[{ kind: 'heading', key: 'title', label: t('mentions.title') }, ...items]}
    >
      <Icon name="hidden" size={16} />
      <CountBadge count={known.unseen} />
    </MenuButton>
  );
}

/** Opens the conversation at the note, in the chat of all shops. */
function useJumpToNote(): (note: MentionView['note']) => Promise<void> {
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
