import { type Scope, waitingIn } from '@pasar/sync';
import { useNavigate } from 'react-router';
import { useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { select } from '../place/selection.ts';

/** All buyers of the list are answered: leads to those who wait in other shops, else to the other conversations. */
export function EmptyQueue({ scope, onAll }: { readonly scope: Scope; readonly onAll: () => void }) {
  const { t } = useTranslation('queue');
  const navigate = useNavigate();
  const elsewhere = useDeskState((state) => waitingIn(state, 'all') - waitingIn(state, scope));
  if (elsewhere <= 0) {
    return (
      <Empty icon="checks" title={t('empty.unreplied')} text={t('empty.unrepliedText')}>
        <Button kind="plain" onClick={onAll}>
          {t('empty.toAll')}
        </Button>
      </Empty>
    );
  }
  const goThere = () => {
    select('all', { shopId: null, tab: 'unreplied' });
    void navigate('/chat/all');
  };
  return (
    <Empty icon="checks" title={t('empty.unrepliedHere')} text={t('empty.elsewhere', { count: elsewhere })}>
      <Button kind="primary" onClick={goThere}>
        {t('empty.toElsewhere')}
      </Button>
    </Empty>
  );
}
