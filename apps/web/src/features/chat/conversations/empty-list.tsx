import type { ConversationTab } from '@pasar/api';
import { type Scope, waitingIn } from '@pasar/sync';
import { useNavigate } from 'react-router';
import { useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { select } from '../place/selection.ts';

const TEXTS = {
  due: ['empty.due', 'empty.dueText'],
  unread: ['empty.unread', 'empty.unreadText'],
  unreplied: ['empty.unreplied', 'empty.unrepliedText'],
  pinned: ['empty.pinned', 'empty.pinnedText'],
  all: ['empty.all', 'empty.allText'],
  deleted: ['empty.deleted', 'empty.deletedText'],
} as const satisfies Record<Exclude<ConversationTab, 'waiting'>, readonly [string, string]>;

export interface EmptyListProps {
  readonly scope: Scope;
  readonly tab: ConversationTab;
  readonly onAll: () => void;
}

/** Why the list of a tab has no conversation. */
export function EmptyList({ scope, tab, onAll }: EmptyListProps) {
  const { t } = useTranslation('queue');
  if (tab === 'waiting') return <EmptyQueue scope={scope} onAll={onAll} />;
  const [title, text] = TEXTS[tab];
  return <Empty icon={tab === 'pinned' ? 'pin' : 'all'} title={t(title)} text={t(text)} />;
}

/** All buyers of the list are answered: leads to those who wait in other shops, else to the other conversations. */
function EmptyQueue({ scope, onAll }: Omit<EmptyListProps, 'tab'>) {
  const { t } = useTranslation('queue');
  const navigate = useNavigate();
  const elsewhere = useDeskState((state) => waitingIn(state, 'all') - waitingIn(state, scope));
  if (elsewhere <= 0) {
    return (
      <Empty icon="checks" title={t('empty.waiting')} text={t('empty.waitingText')}>
        <Button kind="plain" onClick={onAll}>
          {t('empty.toAll')}
        </Button>
      </Empty>
    );
  }
  const goThere = () => {
    select('all', { shopId: null, tab: 'waiting' });
    void navigate('/chat/all');
  };
  return (
    <Empty icon="checks" title={t('empty.waitingHere')} text={t('empty.elsewhere', { count: elsewhere })}>
      <Button kind="primary" onClick={goThere}>
        {t('empty.toElsewhere')}
      </Button>
    </Empty>
  );
}
