import type { ConversationId } from '@pasar/domain';
import { colleaguesAt } from '@pasar/sync';
import { COLLEAGUES } from '../../../base/colleagues.ts';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './assignee-button.module.css';

/** So many colleagues have a picture in the head; the tip names all of them. */
const SHOWN = 3;

/** The colleagues who have the conversation open, in its head. */
export function ColleaguesHere({ id }: { readonly id: ConversationId }) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  // As text, because the selector must give the same for the same state.
  const ids = useDeskState((state) =>
    colleaguesAt(state, id)
      .map(({ memberId }) => memberId)
      .join(' '),
  );
  const look = useLookUp(COLLEAGUES, {}, ids !== '');
  const members = look.state === 'found' || look.state === 'stale' ? look.data.members : [];
  const here = ids.split(' ').flatMap((memberId) => members.filter((one) => one.memberId === memberId));
  if (here.length === 0) return null;
  const words = t('colleagues.here', {
    names: listText(
      here.map(({ name }) => name),
      locale,
    ),
  });
  return (
    <span className={styles.here} role="img" aria-label={words} data-tip={words}>
      <Icon name="shown" size={15} />
      {here.slice(0, SHOWN).map(({ memberId, name }) => (
        <Avatar key={memberId} name={name} seed={memberId} url={null} size={22} />
      ))}
    </span>
  );
}
