import { CALLS, type CallOutput, type IpSubjectView, type ShopView } from '@pasar/api';
import { ROUTING_LINES } from '@pasar/domain';
import type { CallResult } from '@pasar/sync';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useCountryName } from '../../shell/country-name.ts';
import { useDeskState } from '../../shell/desk.tsx';
import { failureText } from '../../shell/failure-text.ts';
import { useTranslation } from '../../shell/i18n.ts';
import { callApi } from '../../shell/session.ts';
import { shopName } from '../../shell/shop-health.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MARKETPLACE_NAMES, MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import styles from './isolation-panel.module.css';
import { ProxyForm } from './proxy-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

/** IP isolation: the proxies of the account, and which login leaves by which. A login's shops leave together. */
export function IsolationPanel() {
  const { t } = useTranslation('routing');
  const { subjects, lines, problem, ask } = useSubjects();
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
      <Logins subjects={named} lines={lines} ask={ask} />
    </div>
  );
}

type Listed = CallOutput<typeof CALLS.proxy.listSubjects>;
type Lines = Listed['lines'];
type Ask = (asked: Promise<CallResult<unknown>> | null) => Promise<void>;

/** The list, and a way to change something and read the list again. */
function useSubjects() {
  const { t } = useTranslation('shell');
  const [listed, setListed] = useState<Listed>({ subjects: [], lines: [] });
  const [problem, setProblem] = useState<string | null>(null);
  const ask = useCallback<Ask>(
    async (asked) => {
      const changed = asked === null ? null : await asked;
      setProblem(changed === null || changed.ok ? null : failureText(changed.failure, t));
      const result = await callApi(CALLS.proxy.listSubjects, {});
      if (result.ok) setListed(result.data);
      else setProblem(failureText(result.failure, t));
    },
    [t],
  );
  useEffect(() => void ask(null), [ask]);
  return { ...listed, problem, ask };
}

function Subject({ subject, ask }: { readonly subject: IpSubjectView; readonly ask: Ask }) {
  const { t } = useTranslation('routing');
  const id = subject.ip_partition_subject_id;
  const [isAsked, setIsAsked] = useState(false);
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
      <IconButton icon="bin" label={t('subjects.delete', { name: subject.name })} onClick={() => setIsAsked(true)} />
      {isAsked && (
        <RemoveDialog
          name={subject.name}
          onConfirm={() => void ask(callApi(CALLS.proxy.deleteSubject, { ipSubjectId: id }))}
          onClose={() => setIsAsked(false)}
        />
      )}
    </li>
  );
}

interface LoginsProps {
  readonly subjects: readonly IpSubjectView[];
  readonly lines: Lines;
  readonly ask: Ask;
}

/** Every login with the shops that come by it, and the way it leaves. */
function Logins(props: LoginsProps) {
  const { t } = useTranslation('routing');
  const all = useDeskState((state) => state.shops);
  const logins = useMemo(() => byConnection([...all.values()]), [all]);
  return (
    <section className={styles.side} aria-label={t('logins.label')}>
      <header className={styles.head}>
        <h3>{t('logins.label')}</h3>
      </header>
      {logins.length === 0 && <Empty icon="shop" title={t('logins.empty')} text={t('logins.emptyText')} />}
      <ul className={styles.subjects}>
        {logins.map((login) => (
          <Login key={login.connectionId} {...props} {...login} />
        ))}
      </ul>
    </section>
  );
}

function Login(props: LoginsProps & { readonly connectionId: string; readonly shops: readonly ShopView[] }) {
  const { t } = useTranslation('routing');
  const countryName = useCountryName();
  const { subjects, ask, connectionId, shops } = props;
  const [first] = shops;
  if (first === undefined) return null;
  const names = shops.map(shopName).join(', ');
  // a login's shops leave together: the id of one may be that of another marketplace's shop.
  const bound = subjects.find(({ user_list }) =>
    shops.every((shop) => user_list.some(({ user_id }) => user_id === shop.platformShopId)),
  );
  return (
    <li className={styles.subject} data-connection={connectionId}>
      <MarketplaceMark marketplace={first.marketplace} size={18} />
      <span className={styles.names}>
        {names}
        <span className={styles.detail}>
          {MARKETPLACE_NAMES[first.marketplace]} ·{' '}
          {[...new Set(shops.map((shop) => countryName(shop.country)))].join(', ')}
        </span>
      </span>
      {first.marketplace === 'shopee' && <Line {...props} names={names} />}
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
}

const LINE_TEXTS = { auto: 'line.auto', local: 'line.local', mainland: 'line.mainland' } as const;

/** By which of Shopee's two lines a login goes (spec 2 §1). */
function Line(props: {
  readonly connectionId: string;
  readonly names: string;
  readonly lines: Lines;
  readonly ask: Ask;
}) {
  const { t } = useTranslation('routing');
  const { connectionId, names, lines, ask } = props;
  return (
    <select
      aria-label={t('line.label', { shops: names })}
      value={lines.find((known) => known.connectionId === connectionId)?.line ?? 'auto'}
      onChange={(event) => {
        const line = ROUTING_LINES.find((known) => known === event.currentTarget.value);
        if (line !== undefined) void ask(callApi(CALLS.proxy.setRoutingLine, { connectionId, line }));
      }}
    >
      {ROUTING_LINES.map((line) => (
        <option key={line} value={line}>
          {t(LINE_TEXTS[line])}
        </option>
      ))}
    </select>
  );
}

function byConnection(shops: readonly ShopView[]) {
  const groups = new Map<string, ShopView[]>();
  for (const shop of shops) groups.set(shop.connectionId, [...(groups.get(shop.connectionId) ?? []), shop]);
  return [...groups].map(([connectionId, of]) => ({ connectionId, shops: of }));
}
