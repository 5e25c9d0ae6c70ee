import { CALLS, type CallOutput } from '@pasar/api';
import { VOUCHER_STATUSES } from '@pasar/domain';
import { useState } from 'react';
import type { LookUp } from '../../../base/look-up.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { moneyText } from '../../../base/texts/money-text.ts';
import { dayOf } from '../../../base/texts/time-format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { useOff } from '../cards/use-off.ts';
import styles from './picker.module.css';
import { moveRow, Pages } from './picker-pages.tsx';
import type { PickProps } from './props.ts';

const VOUCHERS: LookUp<typeof CALLS.chat.listVouchers> = {
  call: CALLS.chat.listVouchers,
  // Our choice.
  freshMs: 30_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
type Voucher = CallOutput<typeof CALLS.chat.listVouchers>['vouchers'][number];

const STATES = ['all', ...VOUCHER_STATUSES] as const;
type State = (typeof STATES)[number];
const STATE_TEXTS = {
  all: 'voucher.all',
  upcoming: 'voucher.upcoming',
  ongoing: 'voucher.ongoing',
  expired: 'voucher.expired',
} as const satisfies Record<State, string>;

/** The vouchers of the shop by state; choosing one sends it. An expired one is shown and cannot be sent. */
export function VoucherPicker({ shop, onPick }: PickProps) {
  const { t } = useTranslation('pickers');
  const [state, setState] = useState<State>('ongoing');
  const { shopId } = shop;
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <Select
          aria-label={t('voucher.state')}
          value={state}
          onChange={({ currentTarget }) => setState(STATES.find((one) => one === currentTarget.value) ?? 'all')}
        >
          {STATES.map((option) => (
            <option key={option} value={option}>
              {t(STATE_TEXTS[option])}
            </option>
          ))}
        </Select>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the controls inside. */}
      <div className={styles.list} onKeyDown={moveRow}>
        <Pages
          key={state}
          lookUp={VOUCHERS}
          input={state === 'all' ? { shopId } : { shopId, status: state }}
          draw={({ vouchers }) =>
            vouchers.length === 0 ? (
              <p className={styles.note}>{t('voucher.none')}</p>
            ) : (
              <ul className={styles.rows} aria-label={t('tab.vouchers')}>
                {vouchers.map((voucher) => (
                  <VoucherRow key={voucher.voucherId} voucher={voucher} onPick={onPick} />
                ))}
              </ul>
            )
          }
        />
      </div>
    </div>
  );
}

function VoucherRow({ voucher, onPick }: Pick<PickProps, 'onPick'> & { readonly voucher: Voucher }) {
  const { t } = useTranslation('pickers');
  const { t: cards } = useTranslation('cards');
  const locale = useLocale();
  const { voucherId, voucherCode, name: title, discount, minimumSpend, startsAt, endsAt, status, left } = voucher;
  const isOver = status === 'expired';
  const off = useOff()(discount);
  return (
    <li>
      <button
        type="button"
        className={styles.sending}
        data-row=""
        aria-disabled={isOver}
        aria-label={t('voucher.send', { name: title })}
        onClick={() => {
          if (!isOver) onPick([{ type: 'voucher', voucher: { voucherId, voucherCode, title, discount } }]);
        }}
      >
        <span className={styles.lines}>
          <span className={styles.name}>{title}</span>
          <span className={styles.facts}>
            <span className={styles.price}>{off}</span>
            {voucherCode !== null && <code className={styles.sku}>{voucherCode}</code>}
            {left !== null && <span>{t('voucher.left', { count: left })}</span>}
          </span>
          <span className={styles.facts}>
            {minimumSpend !== null && <span>{cards('card.minimum', { amount: moneyText(minimumSpend, locale) })}</span>}
            <span className={isOver ? styles.bad : undefined}>
              {isOver
                ? cards('card.over')
                : status === 'upcoming'
                  ? cards('card.from', { day: dayOf(startsAt) })
                  : cards('card.until', { day: dayOf(endsAt) })}
            </span>
          </span>
        </span>
        <Icon name="send" size={16} />
      </button>
    </li>
  );
}
