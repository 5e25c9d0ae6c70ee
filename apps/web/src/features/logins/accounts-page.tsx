import { MARKETPLACE_NAMES } from '@pasar/domain';
import { type ComponentType, useId, useMemo, useState } from 'react';
import { useDesk, useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { GroupChips } from '../../base/shops/group-chips.tsx';
import { isInGroup, useShopGroups } from '../../base/shops/groups.ts';
import { shopName, shopNames } from '../../base/shops/health.ts';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import { queueSignIns } from '../../base/shops/sign-in-queue.ts';
import { SUBJECTS } from '../../base/subjects.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import section from '../../ui/section.module.css';
import table from '../../ui/table.module.css';
import { useNow } from '../../ui/use-now.ts';
import { AccountRow, type ProxyOfLogin } from './account-row.tsx';
import styles from './accounts-page.module.css';
import { useLoginHealth } from './look-ups.ts';
import { countsOf, type Login, loginsOf, TROUBLES, type Trouble } from './troubles.ts';

const TROUBLE_TEXTS = {
  loggedOut: 'trouble.loggedOut',
  asked: 'trouble.asked',
  proxy: 'trouble.proxy',
  away: 'trouble.away',
  expiring: 'trouble.expiring',
  coming: 'trouble.coming',
  none: 'trouble.none',
} as const satisfies Record<Trouble, string>;

/** What another feature shows in the page: the sign-ins that are made in turn. */
export interface AccountsParts {
  readonly SignInQueue: ComponentType;
}

/** The health of every account at the marketplaces, the most troubled first, and the ways to mend it. */
export function AccountsPage({ parts: { SignInQueue } }: { readonly parts: AccountsParts }) {
  const { t } = useTranslation('logins');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const titleId = useId();
  const desk = useDesk();
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const signIns = useDeskState((state) => state.signIns);
  const { look, health } = useLoginHealth();
  const proxyOf = useProxyOf();
  const now = useNow();
  const [filter, setFilter] = useState<Trouble | null>(null);
  const [words, setWords] = useState('');
  const [groupId, setGroupId] = useState<string | null>(null);
  const group = useShopGroups().find((one) => one.groupId === groupId) ?? null;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const logins = useMemo(() => loginsOf(shops.values(), health, signIns.values(), now), [shops, health, signIns, now]);
  const counts = countsOf(logins);
  const loggedOut = logins.filter(({ trouble }) => trouble === 'loggedOut');
  const wanted = words.trim().toLowerCase();
  const found = logins.filter(
    (login) =>
      (filter === null || login.trouble === filter) &&
      login.shops.some(({ shopId }) => isInGroup(group, shopId)) &&
      textOf(login, countryName).toLowerCase().includes(wanted),
  );
  const chosen = found.filter(({ connectionId }) => picked.has(connectionId));
  const logIn = (which: readonly Login[]) => {
    queueSignIns(
      desk,
      which.map(({ connectionId, shops: of }) => ({
        connectionId,
        marketplace: of[0].marketplace,
        names: shopNames(of, locale, common),
      })),
    );
    setPicked(new Set());
  };
  const pick = (connectionId: string) => {
    const others = new Set(picked);
    if (!others.delete(connectionId)) others.add(connectionId);
    setPicked(others);
  };
  return (
    <section className={styles.page} aria-labelledby={titleId}>
      <header className={section.head}>
        <div>
          <h1 id={titleId} className={styles.title}>
            {t('title')}
          </h1>
          <p className={section.hint}>{t('text')}</p>
        </div>
        <Button kind="plain" onClick={() => showShopOverlay({ kind: 'manage', tab: 'shops' })}>
          <Icon name="shop" size={15} />
          {common('shops.manage')}
        </Button>
      </header>
      {logins.length === 0 ? (
        <Empty icon="plug" title={t('empty')} text={t('emptyText')}>
          <Button kind="primary" onClick={() => showShopOverlay({ kind: 'authorize', marketplace: 'shopee' })}>
            {common('shops.authorize')}
          </Button>
        </Empty>
      ) : (
        <>
          <SignInQueue />
          <div className={styles.tools}>
            <input
              type="search"
              className={styles.search}
              aria-label={t('search')}
              placeholder={t('search')}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <Chips label={t('chips')}>
              <Chip isOn={filter === null} onPress={() => setFilter(null)}>
                {t('all', { count: logins.length })}
              </Chip>
              {TROUBLES.filter((trouble) => counts.has(trouble)).map((trouble) => (
                <Chip
                  key={trouble}
                  isOn={filter === trouble}
                  onPress={() => setFilter(filter === trouble ? null : trouble)}
                >
                  {t(TROUBLE_TEXTS[trouble], { count: counts.get(trouble) ?? 0 })}
                </Chip>
              ))}
            </Chips>
            <GroupChips
              label={t('groups')}
              isOn={(one) => one.groupId === groupId}
              onPress={(one) => setGroupId(one.groupId === groupId ? null : one.groupId)}
            />
            <span className={styles.space} />
            {chosen.length > 0 ? (
              <Button kind="primary" onClick={() => logIn(chosen)}>
                {t('logIn.chosen', { count: chosen.length })}
              </Button>
            ) : (
              loggedOut.length > 0 && (
                <Button kind="primary" onClick={() => logIn(loggedOut)}>
                  {t('logIn.all', { count: loggedOut.length })}
                </Button>
              )
            )}
          </div>
          <LookUpProblem look={look} />
          <div className={table.scroll}>
            <table className={`${table.table} ${styles.table}`}>
              <thead>
                <tr>
                  <th>
                    <input
                      type="checkbox"
                      aria-label={t('pickAll')}
                      checked={found.length > 0 && chosen.length === found.length}
                      onChange={({ currentTarget }) =>
                        setPicked(new Set(currentTarget.checked ? found.map(({ connectionId }) => connectionId) : []))
                      }
                    />
                  </th>
                  <th>{t('column.account')}</th>
                  <th>{t('column.shops')}</th>
                  <th>{t('column.state')}</th>
                  <th>{t('column.signedIn')}</th>
                  <th>{t('column.expected')}</th>
                  {proxyOf !== null && <th>{t('column.proxy')}</th>}
                </tr>
              </thead>
              <tbody>
                {found.map((login) => (
                  <AccountRow
                    key={login.connectionId}
                    login={login}
                    proxy={proxyOf === null ? undefined : proxyOf(login.connectionId)}
                    isPicked={picked.has(login.connectionId)}
                    onPick={() => pick(login.connectionId)}
                  />
                ))}
              </tbody>
            </table>
            {found.length === 0 && <p className={styles.none}>{t('none')}</p>}
          </div>
        </>
      )}
    </section>
  );
}

function textOf({ health, shops }: Login, countryName: (country: Login['shops'][0]['country']) => string): string {
  const names = shops.map((shop) => `${shopName(shop)} ${shop.name} ${countryName(shop.country)}`).join(' ');
  return `${health?.identifier ?? ''} ${MARKETPLACE_NAMES[shops[0].marketplace]} ${names}`;
}

/** The proxy of a login: null for the way that all others take. Null for a member who may not know. */
function useProxyOf(): ((connectionId: string) => ProxyOfLogin | null) | null {
  const mayKnow = useMay(['ipPartition']);
  const look = useLookUp(SUBJECTS, {}, mayKnow);
  if (!mayKnow || (look.state !== 'found' && look.state !== 'stale')) return null;
  const { bindings, subjects } = look.data;
  const bound = new Map(bindings.map(({ connectionId, ipSubjectId }) => [connectionId, ipSubjectId]));
  return (connectionId) => {
    const subject = subjects.find((one) => one.ip_partition_subject_id === bound.get(connectionId));
    return subject === undefined
      ? null
      : { name: subject.name, testedAt: subject.gmt_refresh, country: subject.exit?.country ?? null };
  };
}
