import { CALLS, type IpSubjectView, type ShopView } from '@pasar/api';
import type { CallResult } from '@pasar/sync';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDeskState } from '../../shell/desk.tsx';
import { failureText } from '../../shell/failure-text.ts';
import { useTranslation } from '../../shell/i18n.ts';
import { callApi } from '../../shell/session.ts';
import { shopName } from '../../shell/shop-health.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import styles from './isolation-panel.module.css';
import { ProxyForm } from './proxy-form.tsx';

/** IP isolation: the proxies of the account, and which login leaves by which. A login's shops leave together. */
export function IsolationPanel() {
  const { t } = useTranslation('routing');
  const { subjects, problem, ask } = useSubjects();
  const [isAdding, setIsAdding] = useState(false);
  const named = subjects.filter((subject) => subject.scope === 'platform');
  return (
    <div className={styles.panel}>
      <section className={styles.side} aria-label={t('subjects.label')}>
        <header className={styles.head}>
          <h3>{t('subjects.label')}</h3>
          <Button kind="plain" onClick={() => setIsAdding(!isAdding)} aria-expanded={isAdding}>
            {t(isAdding ? 'subjects.cancel' : 'subjects.add')}
          </Button>
        </header>
        {problem !== null && (
          <p className={styles.bad} role="alert">
            {problem}
          </p>
        )}
        {isAdding && (
          <ProxyForm
            target={{ scope: 'platform' }}
            onSaved={() => {
              setIsAdding(false);
              void ask(null);
            }}
          />
        )}
        {named.length === 0 && !isAdding && (
          <Empty icon="plug" title={t('subjects.empty')} text={t('subjects.emptyText')} />
        )}
        <ul className={styles.subjects}>
          {named.map((subject) => (
            <Subject key={subject.ip_partition_subject_id} subject={subject} ask={ask} />
          ))}
        </ul>
      </section>
      <Logins subjects={named} ask={ask} />
    </div>
  );
}

type Ask = (asked: Promise<CallResult<unknown>> | null) => Promise<void>;

/** The list, and a way to change something and read the list again. */
function useSubjects() {
  const { t } = useTranslation('shell');
  const [subjects, setSubjects] = useState<readonly IpSubjectView[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = useCallback<Ask>(
    async (asked) => {
      const changed = asked === null ? null : await asked;
      setProblem(changed === null || changed.ok ? null : failureText(changed.failure, t));
      const listed = await callApi(CALLS.proxy.listSubjects, {});
      if (listed.ok) setSubjects(listed.data.subjects);
      else setProblem(failureText(listed.failure, t));
    },
    [t],
  );
  useEffect(() => void ask(null), [ask]);
  return { subjects, problem, ask };
}

function Subject({ subject, ask }: { readonly subject: IpSubjectView; readonly ask: Ask }) {
  const { t } = useTranslation('routing');
  const id = subject.ip_partition_subject_id;
  return (
    <li className={styles.subject}>
      <span className={styles.names}>
        <strong>{subject.name}</strong>
        <span className={styles.detail}>
          {subject.type}://{subject.ip}:{subject.port} · {t('subjects.bound', { count: subject.user_list.length })}
        </span>
      </span>
      {subject.proxy_type !== 'static' && (
        <Button
          kind="link"
          onClick={() => void ask(callApi(CALLS.proxy.changeSubjectIp, { ipPartitionSubjectId: id }))}
        >
          {t('subjects.changeIp')}
        </Button>
      )}
      <IconButton
        icon="bin"
        label={t('subjects.delete', { name: subject.name })}
        onClick={() => void ask(callApi(CALLS.proxy.deleteSubject, { ipSubjectId: id }))}
      />
    </li>
  );
}

/** Every login with the shops that come by it, and the way it leaves. */
function Logins({ subjects, ask }: { readonly subjects: readonly IpSubjectView[]; readonly ask: Ask }) {
  const { t } = useTranslation('routing');
  const all = useDeskState((state) => state.shops);
  const logins = useMemo(() => byConnection([...all.values()]), [all]);
  return (
    <section className={styles.side} aria-label={t('logins.label')}>
      <header className={styles.head}>
        <h3>{t('logins.label')}</h3>
      </header>
      <ul className={styles.subjects}>
        {logins.map(({ connectionId, shops }) => {
          const [first] = shops;
          if (first === undefined) return null;
          const names = shops.map(shopName).join(', ');
          const bound = subjects.find((subject) =>
            subject.user_list.some(({ user_id }) => shops.some((shop) => shop.platformShopId === user_id)),
          );
          return (
            <li key={connectionId} className={styles.subject} data-connection={connectionId}>
              <MarketplaceMark marketplace={first.marketplace} size={18} />
              <span className={styles.names}>{names}</span>
              <select
                aria-label={t('logins.way', { shops: names })}
                value={bound?.ip_partition_subject_id ?? ''}
                onChange={(event) => {
                  const ipSubjectId = event.currentTarget.value === '' ? null : event.currentTarget.value;
                  void ask(callApi(CALLS.proxy.bindSubject, { connectionId, ipSubjectId }));
                }}
              >
                <option value="">{t('logins.direct')}</option>
                {subjects.map((subject) => (
                  <option key={subject.ip_partition_subject_id} value={subject.ip_partition_subject_id}>
                    {subject.name}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function byConnection(shops: readonly ShopView[]) {
  const groups = new Map<string, ShopView[]>();
  for (const shop of shops) groups.set(shop.connectionId, [...(groups.get(shop.connectionId) ?? []), shop]);
  return [...groups].map(([connectionId, of]) => ({ connectionId, shops: of }));
}
