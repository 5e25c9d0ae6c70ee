import type { QuickReplyGroupView } from '@pasar/api';
import { useId, useState } from 'react';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { deleteGroup } from './commands.ts';
import styles from './group.module.css';
import { GroupDialog } from './group-dialog.tsx';
import type { Offered } from './offered.ts';
import { ReplyRows, type RowsProps } from './reply-rows.tsx';

/** A group under its name; the name hides and shows it. */
export function Group(props: {
  readonly group: QuickReplyGroupView;
  readonly offered: readonly Offered[];
  readonly mayChange: boolean;
  readonly rows: RowsProps;
}) {
  const { t } = useTranslation('quickReplies');
  const { t: common } = useTranslation('common');
  const id = useId();
  const { group, offered, mayChange, rows } = props;
  const [isOpen, setIsOpen] = useState(true);
  const [dialog, setDialog] = useState<'none' | 'rename' | 'delete'>('none');
  const close = () => setDialog('none');
  const remove = async () => {
    const result = await deleteGroup(group.groupId);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  return (
    <section className={styles.group} aria-labelledby={id}>
      <header className={styles.head}>
        <button type="button" className={styles.name} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Icon name="down" size={14} />
          <span id={id}>{group.name}</span>
          <span className={styles.count}>{offered.length}</span>
          {group.isPersonal && <span className={styles.mark}>{t('group.personal')}</span>}
        </button>
        {mayChange && (
          <MenuButton
            label={t('group.actions', { name: group.name })}
            items={[
              {
                kind: 'action',
                key: 'rename',
                icon: 'pencil',
                label: t('group.rename'),
                onChoose: () => setDialog('rename'),
              },
              {
                kind: 'action',
                key: 'delete',
                icon: 'bin',
                label: t('group.delete'),
                isDanger: true,
                onChoose: () => setDialog('delete'),
              },
            ]}
          >
            <Icon name="more" size={16} />
          </MenuButton>
        )}
      </header>
      {isOpen && offered.length > 0 && <ReplyRows offered={offered} {...rows} />}
      {isOpen && offered.length === 0 && <p className={styles.none}>{t('group.empty')}</p>}
      {dialog === 'rename' && <GroupDialog group={group} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('group.deleteTitle')}
          text={t('group.deleteText')}
          confirm={t('delete')}
          cancel={t('cancel')}
          tone="danger"
          onConfirm={() => void remove()}
          onClose={close}
        >
          {group.name}
        </ConfirmDialog>
      )}
    </section>
  );
}
