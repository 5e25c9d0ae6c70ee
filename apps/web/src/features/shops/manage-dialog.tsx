import { type ComponentType, type KeyboardEvent, useEffect, useId } from 'react';
import { useNavigate } from 'react-router';
import { useDesk, useDeskState } from '../../base/desk.tsx';
import { useMay } from '../../base/may.tsx';
import { type ManageTab, showShopOverlay } from '../../base/shops/overlay.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import styles from './manage-dialog.module.css';
import { ShopTable } from './shop-table.tsx';

const TABS: readonly ManageTab[] = ['shops', 'groups', 'import', 'workbook', 'isolation'];
const TAB_TEXTS = {
  shops: 'tab.shops',
  groups: 'tab.groups',
  import: 'tab.import',
  workbook: 'tab.workbook',
  isolation: 'tab.isolation',
} as const;

/** What other features show inside shop management: sign-ins under way, and the tabs but that of the shops. */
export type ManageParts = Readonly<
  Record<'OpenSignIns' | 'GroupsPanel' | 'ImportPanel' | 'WorkbookPanel' | 'IsolationPanel', ComponentType>
>;

/** Shop management (spec 1 §2): the shops and their logins, and bulk import. */
export function ManageDialog({
  tab,
  parts: { OpenSignIns, GroupsPanel, ImportPanel, WorkbookPanel, IsolationPanel },
  onClose,
}: {
  readonly tab: ManageTab;
  readonly parts: ManageParts;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('shops');
  const id = useId();
  const dialog = useModal();
  const desk = useDesk();
  const navigate = useNavigate();
  const canIsolate = useMay(['ipPartition']);
  const isMain = useDeskState((state) => state.member?.isMain === true);
  const isOpen = { shops: true, import: true, workbook: true, groups: isMain, isolation: canIsolate };
  const tabs = TABS.filter((name) => isOpen[name]);
  useEffect(() => void desk.shops.loadSignIns(), [desk]);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <header className={styles.head}>
        <h2 id={id}>{t('manage.title')}</h2>
        <Tabs id={id} tabs={tabs} chosen={tab} />
        <Button
          kind="plain"
          onClick={() => {
            onClose();
            void navigate('/accounts');
          }}
        >
          <Icon name="plug" size={15} />
          {t('manage.accounts')}
        </Button>
        <Button kind="primary" onClick={() => showShopOverlay({ kind: 'authorize', marketplace: 'shopee' })}>
          <Icon name="plus" size={15} />
          {t('manage.add')}
        </Button>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </header>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className={styles.panel}>
        {tab === 'shops' && (
          <>
            <OpenSignIns />
            <ShopTable />
          </>
        )}
        {tab === 'groups' && isMain && <GroupsPanel />}
        {tab === 'import' && <ImportPanel />}
        {tab === 'workbook' && <WorkbookPanel />}
        {tab === 'isolation' && canIsolate && <IsolationPanel />}
      </div>
    </dialog>
  );
}

/** The tabs take one stop of the Tab key; the arrow keys move between them. */
function Tabs({
  id,
  tabs,
  chosen,
}: {
  readonly id: string;
  readonly tabs: readonly ManageTab[];
  readonly chosen: ManageTab;
}) {
  const { t } = useTranslation('shops');
  const count = useDeskState((state) => state.shops.size);
  const choose = (tab: ManageTab) => showShopOverlay({ kind: 'manage', tab });
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.indexOf(chosen);
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t('manage.title')} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          tabIndex={name === chosen ? 0 : -1}
          aria-selected={name === chosen}
          aria-controls={`${id}-panel`}
          data-first={name === chosen ? '' : undefined}
          onClick={() => choose(name)}
        >
          {t(TAB_TEXTS[name], { count })}
        </button>
      ))}
    </div>
  );
}
