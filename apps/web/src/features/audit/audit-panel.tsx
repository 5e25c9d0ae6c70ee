import type { AuditEntry } from '@pasar/api';
import { AUDIT_ACTIONS } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { shopName } from '../../base/shops/health.ts';
import { SUB_ACCOUNTS } from '../../base/sub-accounts.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { saveFile } from '../../ui/save-file.ts';
import section from '../../ui/section.module.css';
import { Select } from '../../ui/select.tsx';
import table from '../../ui/table.module.css';
import { toast } from '../../ui/toasts.tsx';
import { ACTION_TEXTS } from './action-texts.ts';
import styles from './audit-panel.module.css';
import { exportAudit } from './commands.ts';
import { actionOf, dayStart, type Filter } from './filter.ts';
import { AUDIT_TRAIL } from './look-ups.ts';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Who did what to which shop, when, and from where. For the main account alone. */
export function AuditPanel() {
  const { t } = useTranslation('audit');
  const { t: common } = useTranslation('common');
  const [filter, setFilter] = useState<Filter>({});
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    const result = await exportAudit(filter);
    setIsBusy(false);
    if (!result.ok) return toast('bad', failureText(result.failure, common));
    const bytes = Uint8Array.from(atob(result.data.file), (char) => char.charCodeAt(0));
    saveFile(new Blob([bytes], { type: WORKBOOK }), result.data.fileName);
  };
  return (
    <>
      <header className={section.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={section.hint}>{t('text')}</p>
        </div>
        <Button kind="plain" disabled={isBusy} onClick={() => void save()}>
          {t('export')}
        </Button>
      </header>
      <Filters filter={filter} onChange={setFilter} />
      <div className={table.scroll}>
        <table className={`${table.table} ${styles.table}`}>
          <thead>
            <tr>
              <th>{t('column.at')}</th>
              <th>{t('column.member')}</th>
              <th>{t('column.action')}</th>
              <th>{t('column.shop')}</th>
              <th>{t('column.address')}</th>
            </tr>
          </thead>
          <Pages key={JSON.stringify(filter)} filter={filter} />
        </table>
      </div>
    </>
  );
}

function Filters({ filter, onChange }: { readonly filter: Filter; readonly onChange: (filter: Filter) => void }) {
  const { t } = useTranslation('audit');
  const shops = useDeskState((state) => state.shops);
  const main = useDeskState((state) => state.member);
  const look = useLookUp(SUB_ACCOUNTS, {});
  const children = look.state === 'found' || look.state === 'stale' ? look.data.children : [];
  // A field that is taken away limits nothing any more.
  const set = (over: { readonly [Key in keyof Filter]?: Filter[Key] | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...filter, ...over }).filter(([, value]) => value !== undefined)));
  return (
    <div className={styles.filters}>
      <Select
        aria-label={t('column.member')}
        value={filter.memberId ?? ''}
        onChange={({ currentTarget: { value } }) => set({ memberId: value || undefined })}
      >
        <option value="">{t('filter.allMembers')}</option>
        {main !== null && <option value={main.memberId}>{main.name}</option>}
        {children.map(({ memberId, name }) => (
          <option key={memberId} value={memberId}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('column.action')}
        value={filter.action ?? ''}
        onChange={({ currentTarget: { value } }) => set({ action: actionOf(value) })}
      >
        <option value="">{t('filter.allActions')}</option>
        {AUDIT_ACTIONS.map((action) => (
          <option key={action} value={action}>
            {t(ACTION_TEXTS[action])}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('column.shop')}
        value={filter.shopId ?? ''}
        onChange={({ currentTarget: { value } }) => set({ shopId: value || undefined })}
      >
        <option value="">{t('filter.allShops')}</option>
        {[...shops.values()].map((shop) => (
          <option key={shop.shopId} value={shop.shopId}>
            {shopName(shop)}
          </option>
        ))}
      </Select>
      <label>
        {t('filter.from')}
        <input type="date" onChange={({ currentTarget: { value } }) => set({ from: dayStart(value) })} />
      </label>
      <label>
        {t('filter.to')}
        <input type="date" onChange={({ currentTarget: { value } }) => set({ to: dayStart(value, 1) })} />
      </label>
    </div>
  );
}

/** The pages that were asked for, each behind the last entry of the page before. */
function Pages({ filter }: { readonly filter: Filter }) {
  const [befores, setBefores] = useState<readonly (string | null)[]>([null]);
  return befores.map((before, place) => (
    <Page
      key={before}
      filter={before === null ? filter : { ...filter, before }}
      isLast={place === befores.length - 1}
      onMore={(last) => setBefores([...befores, last])}
    />
  ));
}

function Page(props: {
  readonly filter: Filter & { readonly before?: string };
  readonly isLast: boolean;
  readonly onMore: (last: string) => void;
}) {
  const { t } = useTranslation('audit');
  const { filter, isLast, onMore } = props;
  const look = useLookUp(AUDIT_TRAIL, { ...filter });
  const data = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const last = data?.entries.at(-1)?.entryId;
  const isEmpty = data !== null && data.entries.length === 0 && filter.before === undefined;
  const hasMore = isLast && data?.hasMore === true && last !== undefined;
  return (
    <tbody>
      {data?.entries.map((entry) => (
        <EntryRow key={entry.entryId} entry={entry} />
      ))}
      {(data === null || look.state === 'stale' || isEmpty || hasMore) && (
        <tr className={styles.foot}>
          <td colSpan={5}>
            <LookedUpPart look={look} draw={() => null} />
            {isEmpty && <Empty icon="clock" title={t('empty.title')} text={t('empty.text')} />}
            {hasMore && (
              <Button kind="plain" onClick={() => onMore(last)}>
                {t('more')}
              </Button>
            )}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  return (
    <tr>
      <td>{fullTime(entry.at)}</td>
      <td>
        {entry.memberName}
        <span className={section.second}>{entry.username}</span>
      </td>
      <td>
        {t(ACTION_TEXTS[entry.action])}
        {entry.subject !== null && <span className={section.second}>{entry.subject}</span>}
      </td>
      <td>{entry.shopName ?? '–'}</td>
      <td>{entry.address}</td>
    </tr>
  );
}
