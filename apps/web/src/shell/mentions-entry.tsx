import { useLookUp } from '../base/look-up.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { MENTIONS } from '../features/chat/together/note-look-ups.ts';
import { useJumpToNote } from '../features/chat/together/use-jump-to-note.ts';
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
