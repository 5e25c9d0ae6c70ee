import type { NotificationView } from '@pasar/api';
import { SHOWN_NOTIFICATION_KINDS, UNKNOWN } from '@pasar/domain';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { useLookUpPages } from '../../base/look-up-pages.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { UNSEEN } from '../../base/readings/look-ups.ts';
import { ReadingLine, useReadNow } from '../../base/readings/reading-line.tsx';
import { useSeen } from '../../base/readings/use-seen.ts';
import { scopeOf, scopeValues, withValues } from '../../base/shops/scope-address.ts';
import { ShopFilter, scopeInput } from '../../base/shops/shop-filter.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { numberText } from '../../base/texts/number-text.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import page from '../../ui/list-page.module.css';
import { NOTIFICATION_COUNTS, NOTIFICATIONS } from './look-ups.ts';
import { NotificationRow } from './notification-row.tsx';
import styles from './notifications.module.css';
import { ReadAllButton } from './read-all-button.tsx';
import { KIND_TEXTS } from './texts.ts';

/** The marketplaces that list their notifications. */
const WITH_NOTIFICATIONS = ['shopee'] as const;

/** What the marketplaces tell all shops; what costs a shop rating or sales stands on top until it is read. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  return (
    <KeyedPage keys={['order']} title={t('title')} text={t('text')}>
      <ReadingLine subject="notifications" />
      <Notifications />
    </KeyedPage>
  );
}

function Notifications() {
  const { t } = useTranslation('notifications');
  const locale = useLocale();
  const [query, setQuery] = useSearchParams();
  const scope = scopeOf(query);
  const kind = SHOWN_NOTIFICATION_KINDS.find((one) => one === query.get('kind')) ?? null;
  const isUnreadOnly = query.get('unread') === 'yes';
  const counts = useLookUp(NOTIFICATION_COUNTS, scopeInput(scope));
  const unseen = useLookUp(UNSEEN, {});
  const { look, isOfBefore, isMoreComing, more } = useLookUpPages({
    lookUp: NOTIFICATIONS,
    inputOf: (cursor) => ({
      ...(kind === null ? {} : { kinds: [kind] }),
      ...(isUnreadOnly ? { isRead: false } : {}),
      ...scopeInput(scope),
      ...(cursor === null ? {} : { cursor }),
    }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const pages = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const rows = useMemo(() => shownOf(pages ?? []), [pages]);
  const isUnseen = (unseen.state === 'found' || unseen.state === 'stale') && unseen.data.notifications > 0;
  useSeen('notifications', pages?.[0]?.asOf ?? null, isUnseen);
  const known = counts.state === 'found' || counts.state === 'stale' ? counts.data.kinds : [];
  const unread = known.reduce((sum, one) => sum + one.unread, 0);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const change = (values: Readonly<Record<string, string>>) => setQuery(withValues(query, values), { replace: true });
  const isNarrow = kind !== null || isUnreadOnly || scope.shopIds.length > 0 || scope.country !== null;
  return (
    <>
      <search className={page.filters} aria-label={t('filter')}>
        <div className={page.line}>
          <ShopFilter scope={scope} marketplaces={WITH_NOTIFICATIONS} onChange={(part) => change(scopeValues(part))} />
          <Chip isOn={isUnreadOnly} onPress={() => change({ unread: isUnreadOnly ? '' : 'yes' })}>
            {t('unread', { count: unread })}
          </Chip>
          <span className={page.space} />
          <ReadAllButton shopIds={scope.shopIds} isNeeded={unread > 0} onFailed={setFailed} />
        </div>
        <Chips label={t('kinds')}>
          {SHOWN_NOTIFICATION_KINDS.map((one) => {
            const count = known.find((each) => each.kind === one)?.all ?? 0;
            if (count === 0 && one !== kind) return null;
            const name = one === UNKNOWN ? t('kind.other') : t(KIND_TEXTS[one]);
            return (
              <Chip key={one} isOn={one === kind} onPress={() => change({ kind: one === kind ? '' : one })}>
                {`${name} ${numberText(count, locale)}`}
              </Chip>
            );
          })}
        </Chips>
      </search>
      {failed.length > 0 && (
        <ul className={styles.failed} aria-label={t('readAll.failed')}>
          {failed.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <LookUpProblem look={look} />
      <div className={page.list} aria-busy={pages === null || isOfBefore}>
        {pages !== null && rows.length === 0 && !isOfBefore ? (
          <NoNotifications isNarrow={isNarrow} />
        ) : (
          <ul className={styles.list} aria-label={t('title')}>
            {rows.map((one) => (
              <NotificationRow key={`${one.shopId} ${one.notificationId}`} notification={one} />
            ))}
            {more !== null && (
              <li>
                <button type="button" className={page.more} disabled={isMoreComing} onClick={more}>
                  {t('more')}
                </button>
              </li>
            )}
          </ul>
        )}
      </div>
    </>
  );
}

interface NotificationsPart {
  readonly onTop: readonly NotificationView[];
  readonly notifications: readonly NotificationView[];
}
/** What stands on top does not come again on a later page. */
function shownOf(pages: readonly NotificationsPart[]): readonly NotificationView[] {
  const shown = new Map<string, NotificationView>();
  for (const { onTop, notifications } of pages) {
    for (const one of [...onTop, ...notifications]) {
      const key = `${one.shopId} ${one.notificationId}`;
      if (!shown.has(key)) shown.set(key, one);
    }
  }
  return [...shown.values()];
}

function NoNotifications({ isNarrow }: { readonly isNarrow: boolean }) {
  const { t } = useTranslation('notifications');
  const readNow = useReadNow('notifications');
  if (isNarrow) return <Empty icon="search" title={t('empty.noMatch')} text={t('empty.noMatchText')} />;
  return (
    <Empty icon="check" title={t('empty.none')} text={t('empty.noneText')}>
      <Button kind="plain" onClick={() => void readNow()}>
        {t('empty.read')}
      </Button>
    </Empty>
  );
}
