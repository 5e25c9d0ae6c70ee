import type { IpSubjectView, ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useMemo, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Select } from '../../ui/select.tsx';
import type { Ask } from './ask.ts';
import { type Binding, bindSubjects } from './commands.ts';
import styles from './isolation-panel.module.css';
import { isFound, type Listed } from './listed.ts';
import { LoginRow } from './login-row.tsx';
import { OtherWay } from './other-way.tsx';

interface Login {
  readonly connectionId: string;
  readonly shops: readonly ShopView[];
}

/** Every login with its shops and its route; several can be given a proxy at once. */
export function Logins(props: { readonly listed: Listed; readonly words: string; readonly ask: Ask }) {
  const { t } = useTranslation('routing');
  const { listed, words, ask } = props;
  const countryName = useCountryName();
  const all = useDeskState((state) => state.shops);
  const logins = useMemo(() => byConnection([...all.values()]), [all]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = logins.filter(({ shops }) =>
    isFound(
      words,
      shops.flatMap((shop) => [shopName(shop), countryName(shop.country), MARKETPLACE_NAMES[shop.marketplace]]),
    ),
  );
  // Logins that the search hides are not changed.
  const marked = shown.map(({ connectionId }) => connectionId).filter((id) => chosen.has(id));
  const mark = (ids: readonly string[], isMarked: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) isMarked ? next.add(id) : next.delete(id);
    setChosen(next);
  };
  return (
    <section className={styles.side} aria-label={t('logins.label')}>
      <header className={styles.head}>
        <h3>{t('logins.label')}</h3>
        {shown.length > 1 && (
          <label className={styles.all}>
            <input
              type="checkbox"
              checked={marked.length === shown.length}
              onChange={(event) =>
                mark(
                  shown.map(({ connectionId }) => connectionId),
                  event.currentTarget.checked,
                )
              }
            />
            {t('bulk.all')}
          </label>
        )}
      </header>
      <OtherWay listed={listed} ask={ask} />
      {marked.length > 0 && (
        <Bulk
          listed={listed}
          marked={marked}
          onApply={(bindings) => {
            ask(bindSubjects(bindings));
            setChosen(new Set());
          }}
        />
      )}
      {logins.length === 0 && <Empty icon="shop" title={t('logins.empty')} text={t('logins.emptyText')} />}
      {logins.length > 0 && shown.length === 0 && <p className={styles.detail}>{t('search.none', { words })}</p>}
      <ul className={styles.subjects}>
        {shown.map(({ connectionId, shops }) => (
          <LoginRow
            key={connectionId}
            connectionId={connectionId}
            shops={shops}
            listed={listed}
            ask={ask}
            isMarked={chosen.has(connectionId)}
            onMark={(isMarked) => mark([connectionId], isMarked)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Not the id of a proxy: every login gets a proxy that no login uses yet. */
const ONE_EACH = 'one each';

/** Gives the marked logins one proxy, a proxy each, or the default. */
function Bulk(props: {
  readonly listed: Listed;
  readonly marked: readonly string[];
  readonly onApply: (bindings: readonly Binding[]) => void;
}) {
  const { t } = useTranslation('routing');
  const { listed, marked, onApply } = props;
  const [choice, setChoice] = useState(ONE_EACH);
  const named = listed.subjects.filter((subject) => subject.scope === 'platform');
  const free = freeOf(named, listed, marked);
  const isShort = choice === ONE_EACH && free.length < marked.length;
  const apply = () =>
    onApply(
      marked.map((connectionId, at) => ({
        connectionId,
        ipSubjectId: choice === ONE_EACH ? (free[at] ?? null) : choice === '' ? null : choice,
      })),
    );
  return (
    <div className={styles.bulk}>
      <span>{t('bulk.marked', { count: marked.length })}</span>
      <Select aria-label={t('bulk.choose')} value={choice} onChange={(event) => setChoice(event.currentTarget.value)}>
        <option value={ONE_EACH}>{t('bulk.oneEach')}</option>
        <option value="">{t('logins.asOthers')}</option>
        {named.map((subject) => (
          <option key={subject.ip_partition_subject_id} value={subject.ip_partition_subject_id}>
            {subject.name}
          </option>
        ))}
      </Select>
      <Button kind="primary" disabled={isShort} onClick={apply}>
        {t('bulk.apply')}
      </Button>
      {isShort && (
        <span className={styles.problem}>
          {free.length === 0 ? t('bulk.noneFree') : t('bulk.tooFew', { count: free.length })}
        </span>
      )}
    </div>
  );
}

/** The proxies that no login uses, apart from the marked logins, which are about to get another one. */
function freeOf(named: readonly IpSubjectView[], { bindings }: Listed, marked: readonly string[]): readonly string[] {
  const used = new Set(
    bindings.filter(({ connectionId }) => !marked.includes(connectionId)).map(({ ipSubjectId }) => ipSubjectId),
  );
  return named.map(({ ip_partition_subject_id: id }) => id).filter((id) => !used.has(id));
}

function byConnection(shops: readonly ShopView[]): readonly Login[] {
  const groups = new Map<string, ShopView[]>();
  for (const shop of shops) groups.set(shop.connectionId, [...(groups.get(shop.connectionId) ?? []), shop]);
  return [...groups].map(([connectionId, of]) => ({ connectionId, shops: of }));
}
