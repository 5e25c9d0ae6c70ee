import type { SubAccountView } from '@pasar/api';
import { useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { SUB_ACCOUNTS } from '../../base/sub-accounts.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import section from '../../ui/section.module.css';
import table from '../../ui/table.module.css';
import { useNow } from '../../ui/use-now.ts';
import { Demand } from './demand.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { ShopsOf, useKeyNames } from './rights-shown.tsx';
import styles from './team-panel.module.css';

/** The sub-accounts of the account, by group, and the ways to add and change them. For the main account alone. */
export function TeamPanel() {
  const { t } = useTranslation('team');
  const look = useLookUp(SUB_ACCOUNTS, {});
  const [open, setOpen] = useState<SubAccountView | 'new' | null>(null);
  const data = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const children = data?.children ?? [];
  const groups = [...new Set(children.flatMap(({ groupName }) => groupName ?? []))];
  return (
    <>
      <header className={section.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={section.hint}>{t('text')}</p>
        </div>
        {children.length > 0 && (
          <Button kind="primary" onClick={() => setOpen('new')}>
            <Icon name="plus" size={15} />
            {t('member.add')}
          </Button>
        )}
      </header>
      <LookedUpPart
        look={look}
        draw={({ isFactorDemanded }) => (
          <>
            {children.length === 0 ? (
              <Empty icon="person" title={t('empty.title')} text={t('empty.text')}>
                <Button kind="primary" onClick={() => setOpen('new')}>
                  {t('member.add')}
                </Button>
              </Empty>
            ) : (
              <Members members={children} hasGroups={groups.length > 0} onOpen={setOpen} />
            )}
            <Demand isDemanded={isFactorDemanded} members={children} />
          </>
        )}
      />
      {open !== null && data !== null && (
        <MemberDialog
          child={open === 'new' ? null : open}
          handle={data.handle}
          groups={groups}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function Members(props: {
  readonly members: readonly SubAccountView[];
  readonly hasGroups: boolean;
  readonly onOpen: (member: SubAccountView) => void;
}) {
  const { t } = useTranslation('team');
  return (
    <div className={table.scroll}>
      <table className={`${table.table} ${styles.table}`}>
        <thead>
          <tr>
            <th>{t('field.name')}</th>
            {props.hasGroups && <th>{t('field.group')}</th>}
            <th>{t('field.permissions')}</th>
            <th>{t('field.shops')}</th>
            <th>{t('field.loggedIn')}</th>
          </tr>
        </thead>
        <tbody>
          {props.members.map((member) => (
            <MemberRow key={member.memberId} member={member} hasGroup={props.hasGroups} onOpen={props.onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MemberRow(props: {
  readonly member: SubAccountView;
  readonly hasGroup: boolean;
  readonly onOpen: (member: SubAccountView) => void;
}) {
  const { t } = useTranslation('team');
  const locale = useLocale();
  const now = useNow();
  const { member } = props;
  const { name, username, groupName, loggedInAt } = member;
  const keys = useKeyNames(member.permissionCodeList);
  return (
    <tr className={styles.row} onClick={() => props.onOpen(member)}>
      <td>
        <Button kind="link" className={styles.name} onClick={() => props.onOpen(member)}>
          {name}
        </Button>
        <span className={section.second}>{username}</span>
      </td>
      {props.hasGroup && <td>{groupName}</td>}
      <td data-tip={keys.all}>{keys.short}</td>
      <td>
        <ShopsOf held={member} />
      </td>
      <td data-tip={loggedInAt === null ? undefined : fullTime(loggedInAt)}>
        {loggedInAt === null ? t('loggedIn.never') : listTime(loggedInAt, now, locale)}
      </td>
    </tr>
  );
}
