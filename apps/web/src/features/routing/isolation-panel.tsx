import type { CALLS, CallOutput, IpSubjectView, ShopView } from '@pasar/api';
import { offers, ROUTING_LINES } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { useMemo, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { shopName } from '../../base/shops/health.ts';
import { SUBJECTS } from '../../base/subjects.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { MARKETPLACE_NAMES, MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import type { Ask } from './ask.ts';
import { bindSubject, setRoutingLine } from './commands.ts';
import styles from './isolation-panel.module.css';
import { OtherWay } from './other-way.tsx';
import { ProxyForm } from './proxy-form.tsx';
import { SubjectRow } from './subject-row.tsx';

/**
 * IP isolation: the proxies of the account, and which login leaves by which proxy. All shops of a login use the same
 * route.
 */
export function IsolationPanel() {
  const { t } = useTranslation('routing');
  const { t: common } = useTranslation('common');
  const look = useLookUp(SUBJECTS, {});
  const [problem, setProblem] = useState<CallFailure | null>(null);
  const ask: Ask = (asked) => void asked.then((result) => setProblem(result.ok ? null : result.failure));
  const [isAdding, setIsAdding] = useState(false);
  const listed = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const named = listed?.subjects.filter((subject) => subject.scope === 'platform') ?? [];
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
            {failureText(problem, common)}
          </p>
        )}
        {isAdding && <ProxyForm target={{ scope: 'platform', changed: null }} onSaved={() => setIsAdding(false)} />}
        <LookedUpPart
          look={look}
          draw={() =>
            named.length === 0 &&
            !isAdding && <Empty icon="plug" title={t('subjects.empty')} text={t('subjects.emptyText')} />
          }
        />
        <ul className={styles.subjects}>
          {named.map((subject) => (
            <SubjectRow key={subject.ip_partition_subject_id} subject={subject} ask={ask} />
          ))}
        </ul>
      </section>
      {listed !== null && <Logins listed={listed} subjects={named} ask={ask} />}
    </div>
  );
}

type Listed = CallOutput<typeof CALLS.routing.listSubjects>;

interface LoginsProps {
  readonly listed: Listed;
  readonly subjects: readonly IpSubjectView[];
  readonly ask: Ask;
}

/** Every login with its shops and its route. */
function Logins(props: LoginsProps) {
  const { t } = useTranslation('routing');
  const all = useDeskState((state) => state.shops);
  const logins = useMemo(() => byConnection([...all.values()]), [all]);
  return (
    <section className={styles.side} aria-label={t('logins.label')}>
      <header className={styles.head}>
        <h3>{t('logins.label')}</h3>
      </header>
      <OtherWay listed={props.listed} ask={props.ask} />
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
  const { listed, subjects, ask, connectionId, shops } = props;
  const [first] = shops;
  if (first === undefined) return null;
  const names = shops.map(shopName).join(', ');
  const bound = listed.bindings.find((binding) => binding.connectionId === connectionId);
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
      {offers(first.marketplace, 'lines') && (
        <Line connectionId={connectionId} names={names} lines={listed.lines} ask={ask} />
      )}
      <select
        aria-label={t('logins.way', { shops: names })}
        value={bound?.ipSubjectId ?? ''}
        onChange={(event) => {
          const ipSubjectId = event.currentTarget.value === '' ? null : event.currentTarget.value;
          ask(bindSubject(connectionId, ipSubjectId));
        }}
      >
        <option value="">{t('logins.asOthers')}</option>
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

/** Which of Shopee's two lines a login uses (spec 2 §1). */
function Line(props: {
  readonly connectionId: string;
  readonly names: string;
  readonly lines: Listed['lines'];
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
        if (line !== undefined) ask(setRoutingLine(connectionId, line));
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
