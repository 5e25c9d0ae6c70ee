import type { AutoReplyLogEntry } from '@pasar/api';
import { AUTO_REPLY_KINDS, type AutoReplyKind, type ShopId } from '@pasar/domain';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUpPages } from '../../../base/look-up-pages.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { ShopSelect } from '../../../base/shops/place-selects.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../../base/texts/time-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip, Chips } from '../../../ui/chips.tsx';
import { Empty } from '../../../ui/empty.tsx';
import section from '../../../ui/section.module.css';
import { Select } from '../../../ui/select.tsx';
import table from '../../../ui/table.module.css';
import { useNow } from '../../../ui/use-now.ts';
import { reveal } from '../place/selection.ts';
import styles from './auto-reply.module.css';
import { REPLY_LOG } from './look-ups.ts';
import { KIND_TEXTS, REASON_TEXTS } from './texts.ts';

type State = AutoReplyLogEntry['state'];
const FILTERS: readonly (State | null)[] = [null, 'waiting', 'answered', 'skipped'];
const FILTER_TEXTS = { waiting: 'log.waiting', answered: 'log.answered', skipped: 'log.skipped' } as const;

/** Which messages were or will be answered automatically, and why others were not; the newest first. */
export function LogPart() {
  const { t } = useTranslation('autoReply');
  const [state, setState] = useState<State | null>(null);
  const [shopId, setShopId] = useState<ShopId | null>(null);
  const [replyType, setReplyType] = useState<AutoReplyKind | null>(null);
  const { look, more, isMoreComing } = useLookUpPages({
    lookUp: REPLY_LOG,
    inputOf: (before) => ({
      ...(state === null ? {} : { state }),
      ...(shopId === null ? {} : { shopId }),
      ...(replyType === null ? {} : { replyType }),
      ...(before === null ? {} : { before }),
    }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  return (
    <div className={styles.log}>
      <div className={styles.filters}>
        <Chips label={t('log.filter')}>
          {FILTERS.map((one) => (
            <Chip key={one} isOn={one === state} onPress={() => setState(one)}>
              {t(one === null ? 'log.all' : FILTER_TEXTS[one])}
            </Chip>
          ))}
        </Chips>
        <ShopSelect label={t('log.shop')} all={t('log.allShops')} shopId={shopId} onShop={setShopId} />
        <Select
          aria-label={t('log.kind')}
          value={replyType ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setReplyType(AUTO_REPLY_KINDS.find((one) => one === value) ?? null)
          }
        >
          <option value="">{t('log.allKinds')}</option>
          {AUTO_REPLY_KINDS.map((one) => (
            <option key={one} value={one}>
              {t(KIND_TEXTS[one])}
            </option>
          ))}
        </Select>
      </div>
      <LookedUpPart
        look={look}
        draw={(pages) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) return <Empty icon="clock" title={t('log.none')} text={t('log.noneText')} />;
          return <Entries entries={entries} />;
        }}
      />
      {more !== null && (
        <Button kind="plain" onClick={more}>
          {t('log.more')}
        </Button>
      )}
      {isMoreComing && <p role="status">{t('log.coming')}</p>}
    </div>
  );
}

function Entries({ entries }: { readonly entries: readonly AutoReplyLogEntry[] }) {
  const { t } = useTranslation('autoReply');
  return (
    <table className={`${table.table} ${styles.entries}`}>
      <thead>
        <tr>
          <th>{t('column.written')}</th>
          <th>{t('column.buyer')}</th>
          <th>{t('column.text')}</th>
          <th>{t('column.rule')}</th>
          <th>{t('column.outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Entry key={entry.queueId} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Entry({ entry }: { readonly entry: AutoReplyLogEntry }) {
  const { t } = useTranslation('autoReply');
  const locale = useLocale();
  const now = useNow();
  const navigate = useNavigate();
  const shop = useDeskState(({ shops }) => shops.get(entry.shopId));
  const { buyerName, text, writtenAt, replyType, keyword } = entry;
  const open = () => {
    reveal('all', entry);
    void navigate('/chat/all');
  };
  const buyer = buyerName === '' ? t('log.buyer') : buyerName;
  return (
    <tr data-state={entry.state}>
      <td data-tip={fullTime(writtenAt)}>{listTime(writtenAt, now, locale)}</td>
      <td>
        <Button kind="link" aria-label={t('log.open', { buyer })} onClick={open}>
          <bdi>{buyer}</bdi>
        </Button>
        {shop !== undefined && <span className={section.second}>{shopName(shop)}</span>}
      </td>
      <td>
        <span className={styles.cut} dir="auto">
          {text ?? t('log.noText')}
        </span>
      </td>
      <td>
        {t(KIND_TEXTS[replyType])}
        {keyword !== null && <span className={section.second}>{keyword}</span>}
      </td>
      <td>
        <Outcome entry={entry} />
      </td>
    </tr>
  );
}

const ARRIVAL_TEXTS = { onTheWay: 'log.onTheWay', arrived: 'log.answeredAt', unconfirmed: 'log.unconfirmed' } as const;

function Outcome({
  entry: { state, dueAt, endedAt, reason, answers, arrival },
}: {
  readonly entry: AutoReplyLogEntry;
}) {
  const { t } = useTranslation('autoReply');
  const locale = useLocale();
  const now = useNow();
  const time = listTime(endedAt ?? dueAt, now, locale);
  if (state === 'skipped') {
    return (
      <>
        {t('log.skipped')}
        {reason !== null && <span className={section.second}>{t(REASON_TEXTS[reason])}</span>}
      </>
    );
  }
  return (
    <>
      <span data-tip={fullTime(endedAt ?? dueAt)}>
        {t(arrival === null ? 'log.dueAt' : ARRIVAL_TEXTS[arrival], { time })}
      </span>
      {answers.length > 0 && (
        <span className={`${section.second} ${styles.cut}`} dir="auto" data-tip={answers.join('\n')}>
          {answers.join('\n')}
        </span>
      )}
    </>
  );
}
