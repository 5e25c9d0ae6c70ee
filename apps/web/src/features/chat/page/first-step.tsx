import { useNavigate } from 'react-router';
import { useDeskState } from '../../../base/desk.tsx';
import { useMay } from '../../../base/may.tsx';
import type { ChatScope } from '../../../base/scopes.ts';
import { showShopOverlay } from '../../../base/shops/overlay.ts';
import { waitsForPerson } from '../../../base/shops/way-back-in.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import styles from './first-step.module.css';

/** In place of all panes while the member has no shop: how to get the first one. */
export function FirstStep({ scope }: { readonly scope: ChatScope }) {
  const { t } = useTranslation('chat');
  return (
    <section className={styles.first} aria-label={t('shops.label')} data-pane="shops" tabIndex={-1}>
      <Steps scope={scope} />
    </section>
  );
}

function Steps({ scope }: { readonly scope: ChatScope }) {
  const { t } = useTranslation('queue');
  const { t: chat } = useTranslation('chat');
  const canManage = useMay(['shopManager']);
  const isMain = useDeskState(({ member }) => member?.isMain === true);
  const navigate = useNavigate();
  const account = useDeskState(({ member }) => member?.accountName ?? '');
  const waiting = useDeskState((state) => [...state.signIns.values()].filter(waitsForPerson).length);
  if (!canManage) return <Empty icon="shop" title={t('first.none')} text={t('first.ask', { account })} />;
  return (
    <Empty icon="shop" title={t('first.title')} text={t('first.text')}>
      <Button
        kind="primary"
        onClick={() => showShopOverlay({ kind: 'authorize', marketplace: scope === 'all' ? 'shopee' : scope })}
      >
        {chat('shops.add')}
      </Button>
      <Button kind="plain" onClick={() => showShopOverlay({ kind: 'manage', tab: 'import' })}>
        {t('first.import')}
      </Button>
      {isMain && (
        <Button kind="plain" onClick={() => navigate('/settings/team')}>
          {t('first.invite')}
        </Button>
      )}
      {waiting > 0 && (
        <Button kind="plain" onClick={() => showShopOverlay({ kind: 'manage', tab: 'shops' })}>
          {chat('shops.manageWaiting', { count: waiting })}
        </Button>
      )}
    </Empty>
  );
}
