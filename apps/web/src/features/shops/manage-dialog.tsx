import { useEffect, useId, useState } from 'react';
import { useDesk, useDeskState } from '../../shell/desk.tsx';
import { useTranslation } from '../../shell/i18n.ts';
import { showShopOverlay } from '../../shell/shop-overlay.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { IsolationPanel } from '../routing/isolation-panel.tsx';
import { ImportPanel } from './import-panel.tsx';
import styles from './manage-dialog.module.css';
import { OpenSignIns } from './open-sign-ins.tsx';
import { ShopTable } from './shop-table.tsx';

const TABS = ['shops', 'import', 'isolation'] as const;
type Tab = (typeof TABS)[number];
const TAB_TEXTS = { shops: 'tab.shops', import: 'tab.import', isolation: 'tab.isolation' } as const;

/** Shop management (spec 1 §2): the shops and their logins, and bulk import. */
export function ManageDialog(props: { readonly tab: Tab; readonly onClose: () => void }) {
  const { t } = useTranslation('shops');
  const id = useId();
  const dialog = useModal();
  const desk = useDesk();
  const [tab, setTab] = useState(props.tab);
  const canIsolate = useDeskState((state) => state.member?.permissionCodeList.includes('ipPartition') ?? false);
  const tabs = TABS.filter((name) => name !== 'isolation' || canIsolate);
  const count = useDeskState((state) => state.shops.size);
  useEffect(() => void desk.shops.loadSignIns(), [desk]);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={onOwnCancel(props.onClose)}>
      <header className={styles.head}>
        <h2 id={id}>{t('manage.title')}</h2>
        <div role="tablist" aria-label={t('manage.title')} className={styles.tabs}>
          {tabs.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={tab === name}
              aria-controls={`${id}-panel`}
              onClick={() => setTab(name)}
            >
              {t(TAB_TEXTS[name], { count })}
            </button>
          ))}
        </div>
        <Button kind="primary" onClick={() => showShopOverlay({ kind: 'authorize', marketplace: 'shopee' })}>
          <Icon name="plus" size={15} />
          {t('manage.add')}
        </Button>
        <IconButton icon="close" label={t('close')} onClick={props.onClose} />
      </header>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className={styles.panel}>
        {tab === 'shops' && (
          <>
            <OpenSignIns />
            <ShopTable />
          </>
        )}
        {tab === 'import' && <ImportPanel />}
        {tab === 'isolation' && <IsolationPanel />}
      </div>
    </dialog>
  );
}
